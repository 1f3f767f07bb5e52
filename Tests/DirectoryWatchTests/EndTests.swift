import Foundation
import Testing

@testable import DirectoryWatch

extension WatchTests {
    @Suite("ends with its iteration", .serialized)
    struct EndTests {
        /// Whether nothing is left of the watches of a root. Others in this process may have a watch meanwhile.
        private func isOver(_ root: MirrorRoot, others: Set<String>) throws -> Bool {
            try Readers.all().isSubset(of: others) && descriptors { $0 == "anon_inode:inotify" } <= 1
                && descriptors { $0.hasPrefix(root.path) } == rootHandles
        }

        /// The temporary folder itself is held open by the test.
        private let rootHandles = 1

        @Test func `many begin and end, and leave neither thread nor descriptor`() async throws {
            let root = try MirrorRoot()
            let others = try Readers.all()
            for _ in 0..<300 {
                let watching = Watching(root)
                try await eventually("arming") { watching.hints > 0 }
                try await watching.cancel()
            }
            try await eventually("the end of all") { try isOver(root, others: others) }
        }

        @Test func `one that is dropped ends`() async throws {
            let root = try MirrorRoot()
            let others = try Readers.all()
            for _ in 0..<50 {
                try await soon("the first hint") { for try await _ in root.watch() { break } }
                try await eventually("its end") { try isOver(root, others: others) }
            }
        }

        @Test func `one that is cancelled before it is armed ends`() async throws {
            let root = try MirrorRoot()
            let others = try Readers.all()
            for _ in 0..<300 {
                try await soon("its end") {
                    let consumer = Task.immediate { for try await _ in root.watch() {} }
                    consumer.cancel()
                    try await consumer.value
                }
            }
            try await eventually("the end of all") { try isOver(root, others: others) }
            let watching = try await Watching.armed(root)
            try await watching.hint(after: "a link") { try root.link("favorites/link") }
            try await watching.end()
        }

        @Test func `one ends while its control folder is deleted or renamed`() async throws {
            let root = try MirrorRoot()
            let others = try Readers.all()
            let watching = try await Watching.armed(root)
            try root.rename(".apod-mirror/control", to: ".apod-mirror/renamed")
            try await watching.end()
            try root.makeFolder(".apod-mirror/control")
            let other = try await Watching.armed(root)
            try root.remove(".apod-mirror/control")
            try await other.end()
            try await eventually("the end of both") { try isOver(root, others: others) }
        }

        @Test func `a visitor of the control folder neither ends it nor makes a hint`() async throws {
            let root = try MirrorRoot()
            let watching = try await Watching.armed(root)
            for _ in 0..<20 {
                _ = try FileManager.default.contentsOfDirectory(atPath: "\(root.path)/.apod-mirror/control")
                try await watching.settle()
            }
            #expect(try await watching.end() == 1)
        }

        @Test func `a second one waits for the first`() async throws {
            let root = try MirrorRoot()
            let first = try await Watching.armed(root)
            let second = Watching(root)
            let third = Watching(root)
            try await first.hint(after: "a link") { try root.link("favorites/link") }
            #expect(second.hints == 0)
            try await third.cancel()
            try await first.cancel()
            try await eventually("the second's arming") { second.hints == 1 }
            try await second.hint(after: "another link") { try root.link("favorites/another") }
            try await second.end()
        }

        @Test func `those that wait for the first end before it does`() async throws {
            let root = try MirrorRoot()
            let first = try await Watching.armed(root)
            let others = try Readers.all()
            func begun() throws -> Int { try Readers.all().subtracting(others).count }
            let waiting = (0..<100).map { _ in Watching(root) }
            try await eventually("their beginning") { try begun() >= waiting.count }
            for watching in waiting { try await watching.cancel() }
            try await eventually("their end") { try begun() == 0 }
            try await first.hint(after: "a link") { try root.link("favorites/link") }
            try await first.end()
        }

        /// In a process of its own: the library would abort it.
        @Test func `one that got too high a descriptor says so`() async throws {
            await #expect(processExitsWith: .success) {
                var limits = rlimit()
                getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
                limits.rlim_cur = limits.rlim_max
                setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
                var highest: CInt = 0
                while highest >= 0, highest < 1_100 { highest = dup(0) }
                if highest < 0 { return }
                let watching = Watching(try MirrorRoot())
                guard case .descriptorTooHigh = try await watching.failure() else { exit(1) }
            }
        }

        @Test func `children do not inherit it`() async throws {
            let root = try MirrorRoot()
            let watching = try await Watching.armed(root)
            for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
                guard target == "anon_inode:inotify", let descriptor = CInt(name) else { continue }
                #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
            }
            try await watching.end()
        }

        @Test func `while nothing happens it is not woken once`() async throws {
            let watching = try await Watching.armed(try MirrorRoot())
            let reader = try await watching.thread()
            func wakes() -> [Substring] {
                Readers.fact("status", of: reader).split(separator: "\n").filter { $0.contains("ctxt_switches") }
            }
            let before = wakes()
            #expect(before.count == 2)
            // A span without events is the fact here, not something to wait for.
            try await Task.sleep(for: .seconds(3))
            #expect(wakes() == before)
            try await watching.end()
        }
    }
}
