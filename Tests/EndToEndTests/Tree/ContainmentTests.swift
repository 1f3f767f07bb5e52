import Foundation
import SampleNASA
import Testing

/// No title, address or link leads a write out of the root.
@Suite(.needsBinary) struct ContainmentTests {
    @Test(.needs(tool: "strace")) func `no path outside the root is ever written`() async throws {
        let program = try Program(ServedDays.last(20))
        let server = program.server
        server.setFault(.hostileText, for: .day(ServedDays.ago(1)))
        server.setFault(.redirectToFile, for: .media(ServedDays.ago(2)))
        server.setFault(.redirect(to: "file:///etc/passwd"), for: .media(ServedDays.ago(3)))
        for (ago, title) in ["../../../../tmp/evil", "/etc/cron.d/evil", "..", "~/evil", "$(touch evil)"].enumerated() {
            guard var day = server.day(ServedDays.ago(4 + ago)) else { continue }
            day.title = title
            server.update(day)
        }
        let log = program.folder + "/strace"
        let ended = try await program.tool(
            "strace",
            ["-f", "-qq", "-s", "4096", "-y", "-e", "trace=%file,openat2", "-e", "signal=none", "-o", log]
                + [Program.binary, "sync", "--create", "--history", "20"])
        #expect(ended.code == 1)
        let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        let writes = lines.compactMap { SystemCall(String($0)) }.filter(\.changesTree)
        // It saw what it is to judge.
        #expect(writes.count > 100)
        for name in ["openat2", "renameat", "mkdirat"] { #expect(writes.contains { $0.name == name }) }
        for call in writes {
            let root = program.root
            let areInside = call.changedPaths.allSatisfy { Self.isInside($0, root) || call.reopens($0, below: root) }
            #expect(areInside, "\(call.text)")
        }
        let around = try FileManager.default.contentsOfDirectory(atPath: program.folder)
        #expect(around.sorted() == ["APOD", "home", "strace"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: program.folder + "/home") == [])
    }

    private static func isInside(_ path: String, _ root: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        // Under the thread sanitizer the binary maps itself through a file of the sanitizer's own.
        // The thumbnailer asks to be the first that goes when memory runs out.
        if path == "/dev/null" || path == "/proc/self/oom_score_adj" || path.hasPrefix("/tmp/tsan.") { return true }
        return (path == root || path.hasPrefix(root + "/")) && !parts.contains("..")
    }

    @Test func `a year folder that is a link is told by name and left alone`() async throws {
        let program = try Program(ServedDays.last(5))
        #expect(try await program.run("sync", "--create", "--history", "5").code == 0)
        let year = program.root + "/" + ServedDays.today.prefix(4)
        let elsewhere = program.folder + "/elsewhere"
        try FileManager.default.moveItem(atPath: year, toPath: elsewhere)
        try FileManager.default.createSymbolicLink(atPath: year, withDestinationPath: elsewhere)
        let before = try await program.tool("find", [elsewhere, "-printf", "%p %s\n"])
        let ended = try await program.run("sync")
        #expect(ended.code == 1)
        #expect(ended.errors.contains("\(year) is a symbolic link"), "\(ended.errors)")
        #expect(try await program.tool("find", [elsewhere, "-printf", "%p %s\n"]).output == before.output)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: year) == elsewhere)
    }
}
