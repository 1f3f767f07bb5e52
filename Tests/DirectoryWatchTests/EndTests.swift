import Foundation
import Glibc
import TestSupport
import Testing

@testable import DirectoryWatch

extension WatchTests {
    @Suite("ends with its consumer, or by an error", .serialized)
    struct EndTests {
        /// Whether nothing is left of the watches of a root. Others in this process may have a watch meanwhile.
        private func isOver(_ root: MirrorRoot, others: Set<String>) throws -> Bool {
            try Readers.all().isSubset(of: others) && descriptors { $0.hasPrefix(root.path) } == rootHandles
                && !root.processes.contains { kill($0, 0) == 0 }
        }

        /// The temporary folder itself is held open by the test.
        private let rootHandles = 1

        @Test func `many begin and end, and leave neither thread nor descriptor nor process`() async throws {
            let root = try MirrorRoot()
            let others = try Readers.all()
            for _ in 0..<100 {
                let watching = Watching(root)
                try await eventually("arming") { watching.hints > 0 }
                try await watching.end()
            }
            for _ in 0..<50 {
                try await soon("the first hint") { for try await _ in try root.watch().hints() { break } }
            }
            for _ in 0..<100 {
                try await soon("its end") {
                    let consumer = Task.immediate { for try await _ in try root.watch().hints() {} }
                    consumer.cancel()
                    try await consumer.value
                }
            }
            try await eventually("the end of all") { try isOver(root, others: others) }
        }

        @Test func `two watch one folder`() async throws {
            let root = try MirrorRoot()
            let (first, second) = (try await Watching.armed(root), try await Watching.armed(root))
            try await first.hint(after: "a link") { try root.link("favorites/link") }
            try await eventually("the other's hint") { second.hints > 1 }
            try await first.end()
            try await second.hint(after: "another link") { try root.link("favorites/another") }
            try await second.end()
        }

        /// A terminal and systemd send them to every process of a service, and the daemon says when to end.
        @Test func `signals that ask for an end or a pause do not reach it`() async throws {
            let root = try MirrorRoot()
            let watching = try await Watching.armed(root)
            for signal in [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGTSTP, SIGUSR1] {
                let process = try #require(root.processes.last)
                #expect(kill(process, signal) == 0)
                try await watching.hint(after: "a link") { try root.link("favorites/\(signal)") }
            }
            #expect(root.processes.count == 1)
            try await watching.end()
        }

        @Test func `while nothing happens nothing of it is woken once`() async throws {
            let root = try MirrorRoot()
            let others = try Readers.all()
            let watching = try await Watching.armed(root)
            let threads = try Readers.all().subtracting(others)
            func rest() throws -> [String?] { [root.processRest] + (Readers.rest(of: threads) ?? []) }
            let before = try rest()
            #expect(before.count == 3 && !before.contains(nil))
            // A span without events is the fact here, not something to wait for.
            try await Task.sleep(for: .seconds(3))
            #expect(try rest() == before)
            try await watching.end()
        }

        @Test func `its process is small, caged, and linked with nothing of Swift`() async throws {
            let root = try MirrorRoot()
            for number in 0..<100 { try root.makeFolder("favorites/\(number)") }
            let watching = try await Watching.armed(root)
            let process = try #require(root.processes.last)
            let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
            for fact in [#/NoNewPrivs:\s+1\n/#, #/Seccomp:\s+2\n/#, #/Threads:\s+1\n/#] {
                #expect(status.contains(fact))
            }
            let memory = try #require(status.firstMatch(of: #/VmRSS:\s+(\d+) kB/#).flatMap { Int($0.1) })
            #expect(memory < 3_000 || Abilities.isForSanitizer)
            let limits = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
            #expect(limits.contains(#/Max processes\s+0\s+0/#) && limits.contains(#/Max open files\s+16\s+16/#))
            let libraries = try Command(["ldd", MirrorRoot.usualProgram]).output()
            let names = String(decoding: libraries, as: UTF8.self)
            #expect(names.contains("libinotifytools"))
            for other in ["swift", "gumbo", "stdc++"] {
                #expect(!names.contains(other) || Abilities.isForSanitizer, "\(names)")
            }
            try await watching.end()
        }
    }

    @Suite("may fail, and says why", .serialized)
    struct FailureTests {
        @Test func `one whose process is killed, a few times`() async throws {
            let root = try MirrorRoot()
            for _ in 0..<(Abilities.isLong ? 200 : 10) {
                let watching = try await Watching.armed(root)
                let process = try #require(root.processes.last)
                #expect(kill(process, SIGKILL) == 0)
                let failure = try await watching.failure()
                #expect(failure == "apod-mirror-watch was ended by signal 9.")
            }
        }

        @Test func `one whose process is stopped, which is ended`() async throws {
            let root = try MirrorRoot()
            let watching = try await Watching.armed(root)
            let process = try #require(root.processes.last)
            #expect(kill(process, SIGSTOP) == 0)
            let failure = try await watching.failure()
            #expect(failure == "apod-mirror-watch was stopped.")
            #expect(kill(process, 0) != 0)
        }

        @Test func `one that cannot start`() async throws {
            let root = try MirrorRoot()
            try root.remove(".watch")
            #expect(
                try await failure(root) == "Could not start \(root.path)/.watch: No such file or directory.")
            try root.makeProgram("exit 3")
            #expect(try await failure(root) == "apod-mirror-watch ended with 3.")
            try root.makeProgram("printf 'refused 24' >&0; exit 1")
            let words = try await failure(root)
            #expect(words.contains("watching programs at once"))
            #expect(words.contains("sysctl fs.inotify.max_user_instances="))
            try root.makeProgram("printf 'refused 38' >&0; exit 1")
            #expect(try await failure(root) == "apod-mirror-watch could not start: Function not implemented.")
        }

        @Test func `one that may watch no more folders`() async throws {
            let root = try MirrorRoot()
            try root.makeProgram("printf ready >&0; printf watched >&0; printf 'refused 28' >&0; exec sleep 60")
            let words = try await failure(root)
            #expect(words.contains(" folders at once, and \(root.path)/favorites would be one too many"))
            #expect(words.contains("raise the limit with: sysctl fs.inotify.max_user_watches="))
        }

        /// What a watch of the root fails with.
        private func failure(_ root: MirrorRoot) async throws -> String {
            try #require(try await Watching(root).failure())
        }
    }
}
