import Foundation
import SampleNASA
import Testing

/// An idle daemon is woken by nothing. libdispatch's pool would wake it once a second, from its first job on.
@Suite(.needsBinary, .needs(tool: "strace")) struct QuietTests {
    @Test func `a sync has no thread of libdispatch's`() async throws {
        let program = try Program(Days.last(20))
        let log = program.folder + "/strace"
        let ended = try await program.tool(
            "strace",
            ["-f", "-qq", "-e", "trace=prctl,epoll_create1", "-e", "signal=none", "-o", log]
                + [Program.binary, "sync", "--create", "--history", "20"])
        #expect(ended.code == 0)
        let calls = try String(contentsOfFile: log, encoding: .utf8)
        let names = calls.matches(of: #/PR_SET_NAME, "([^"]*)"/#).map { String($0.output.1) }
        #expect(Set(names) == ["tasks", "files", "signals"])
        // Its manager's, for timers and signals.
        #expect(!calls.contains("epoll_create1"))
    }
}
