import Foundation
import SampleNASA
import Testing

/// Somebody works in `favorites/` while a command looks at it, and no daemon is there that looks again.
@Suite(.needsBinary, .timeLimit(.minutes(5)))
struct BusyFolderTests {
    @Test func `a sync ends with a trusted folder`() async throws {
        let program = try Program(ServedDays.last(3))
        func succeed(_ words: String...) async throws {
            let ended = try await program.start(words).end()
            try #require(ended.code == 0, "\(words): \(ended.output)\(ended.errors)")
        }
        try await succeed("sync", "--create", "--quiet", "--history", "3")
        try await succeed("favorites", "add", ServedDays.ago(1))
        try FileManager.default.removeItem(atPath: "\(program.root)/favorites/.apod-mirror")
        let script = "while :; do echo > favorites/.busy; rm favorites/.busy; sleep 0.02; done"
        let worker = try Child(
            "/usr/bin/env", ["--chdir", program.root, "timeout", "60", "sh", "-c", script],
            environment: program.environment)
        defer { worker.send(SIGTERM) }
        try await succeed("sync", "--quiet")
        try await succeed("verify")
        #expect(!worker.hasEnded)
    }
}
