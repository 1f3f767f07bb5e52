import Folder
import Foundation
import Testing

@testable import DirectoryWatch

extension WatchTests {
    @Suite("stands floods", .serialized)
    struct FloodTests {
        @Test func `the last change of two hundred thousand is told, in few hints`() async throws {
            let root = try MirrorRoot()
            let watching = try await Watching.armed(root)
            let begin = ContinuousClock.now
            try root.comeAndGo(100_000, in: "favorites")
            try root.link("favorites/last")
            try await eventually("a hint after the last change") { watching.favorites == ["last"] }
            let span = begin.duration(to: .now).components
            let milliseconds = Int(span.seconds * 1_000 + span.attoseconds / 1_000_000_000_000_000)
            #expect(watching.hints <= milliseconds / 2 + 3)
            try await watching.end()
        }

        /// The process is held by words that nobody takes while more comes than the system queues.
        @Test func `an overflow is told`() async throws {
            let root = try MirrorRoot()
            let (ours, theirs) = try PassingSocket.pair()
            var process = try WatchProcess(MirrorRoot.usualProgram, ours, theirs)
            defer { process.end() }
            try process.awaitStart()
            try process.watch(#require(try Folder.open("\(root.path)/favorites")))
            let limit = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
            let queue = try #require(Int(limit.dropLast()))
            for _ in 0..<20 { try root.comeAndGo(min(100_000, queue), in: "favorites") }
            var words = ""
            while words != "overflow" {
                words = try #require(try ours.receive(within: .seconds(60))).text
            }
        }

        @Test(arguments: ["folder", "overflow", "unmounted"])
        func `after lost events or folders another process watches`(word: String) async throws {
            let root = try MirrorRoot()
            try root.makeProgram(
                """
                [ -e '\(root.path)/.told' ] && exec '\(MirrorRoot.usualProgram)'
                printf ready >&0; printf watched >&0; printf watched >&0
                touch '\(root.path)/.told'
                printf \(word) >&0
                exec sleep 60
                """)
            let watching = Watching(root)
            try await eventually("another arming") { watching.armings == 2 }
            #expect(root.processes.count == 2 && watching.hints == 3)
            try await watching.hint(after: "a link") { try root.link("favorites/link") }
            try await watching.end()
        }
    }
}
