import Folder
import Foundation
import Testing

@testable import DirectoryWatch

extension WatchTests {
    @Suite("stands floods", .serialized)
    struct FloodTests {
        @Test func `the last change of two hundred thousand is told`() async throws {
            let root = try MirrorRoot()
            let watching = try await Watching.armed(root)
            try root.comeAndGo(100_000, in: "favorites")
            try root.link("favorites/last")
            try await eventually("a hint after the last change") { watching.favorites == ["last"] }
            try await watching.end()
        }

        /// The reader is held while more comes than the system queues.
        @Test func `an overflow is a hint, and albums made in it are watched`() async throws {
            let limit = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
            let root = try MirrorRoot()
            let gate = Gate()
            let watching = try await Watching.armed(root, root.watch(matters: gate.hold))
            try root.write("hold")
            try await gate.isHolding()
            try root.comeAndGo(min(200_000, (Int(limit.dropLast()) ?? 0) / 2 + 100), in: "favorites")
            try root.makeFolder("favorites/late/below")
            gate.open()
            try await eventually("a hint after the overflow") { watching.favorites == ["late"] }
            try await watching.hint(after: "a link in an album made in it") { try root.link("favorites/late/below/a") }
            try await watching.end()
        }

        @Test func `nothing of a former watch comes in a later one`() async throws {
            let root = try MirrorRoot()
            let gate = Gate()
            let former = try await Watching.armed(root, root.watch(matters: gate.hold))
            try root.write("hold")
            try await gate.isHolding()
            // More than one burst, so that the library is left with events it has read.
            try root.comeAndGo(5_000, in: "favorites")
            try root.comeAndGo(5_000, in: "")
            let ending = Task { try await former.end() }
            try await eventually("the stop") { try descriptors { $0 == "\(root.path)/.apod-mirror/control" } == 0 }
            gate.open()
            _ = try await ending.value

            let other = try MirrorRoot()
            let later = try await Watching.armed(other, other.watch(matters: { _ in true }))
            #expect(try await later.end() == 1)
        }
    }

    /// Holds the reader at the name "hold" in the root, and not for ever: a test that fails never opens the gate.
    final class Gate: Sendable {
        private let reached = DispatchSemaphore(value: 0)
        private let opened = DispatchSemaphore(value: 0)

        var hold: @Sendable (FilePath) -> Bool {
            { [reached, opened] name in
                if name == "hold" {
                    reached.signal()
                    _ = opened.wait(timeout: .now() + 60)
                }
                return false
            }
        }

        func isHolding() async throws {
            try await eventually("the reader at the gate") { reached.wait(timeout: .now()) == .success }
        }

        /// For now and for all that comes.
        func open() {
            for _ in 0..<10 { opened.signal() }
        }
    }
}
