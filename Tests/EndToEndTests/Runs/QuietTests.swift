import Foundation
import SampleNASA
import Testing

/// An idle daemon is woken by nothing. libdispatch's pool would wake it once a second, from its first job on.
@Suite(.needsBinary) struct QuietTests {
    @Test(.needs(tool: "strace")) func `a sync has no thread of libdispatch's`() async throws {
        let program = try Program(ServedDays.last(20))
        let log = program.folder + "/strace"
        let ended = try await program.tool(
            "strace",
            ["-f", "-qq", "-e", "trace=prctl,epoll_create1", "-e", "signal=none", "-o", log]
                + [Program.binary, "sync", "--create", "--history", "20"])
        #expect(ended.code == 0)
        let calls = try String(contentsOfFile: log, encoding: .utf8)
        let names = calls.matches(of: #/PR_SET_NAME, "([^"]*)"/#).map { String($0.output.1) }
        // Those that flush come with many files at a time.
        #expect(Set(names).subtracting(["flushes"]) == ["tasks", "files", "signals", "pause", "transfers"])
        // Its manager's, for timers and signals.
        #expect(!calls.contains("epoll_create1"))
    }

    @Test func `no source of what ships asks for it`() throws {
        let package = (0..<4).reduce(URL(filePath: #filePath)) { path, _ in path.deletingLastPathComponent() }
        let sources = package.appending(path: "Sources")
        let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path).filter { $0.hasSuffix(".swift") }
        #expect(files.count > 100)
        let asking = #/import Dispatch|\.sleep\((for|until):|\bTask(\.detached|\.immediate| *\{)|@MainActor/#
        for file in files {
            let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
            let code = text.split(separator: "\n").filter { !$0.contains(#/^ *///#) }.joined(separator: "\n")
            let found = code.firstMatch(of: asking)
            #expect(found == nil, "\(file): \(found?.output.0 ?? "")")
        }
    }
}
