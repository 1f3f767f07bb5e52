import Foundation
import SampleNASA
import Testing

/// Thousands of files in `favorites/` that mean nothing.
@Suite(.needsBinary, .timeLimit(.minutes(15))) struct JunkTests {
    @Test func `the log names the first and counts the rest, and so does status`() async throws {
        let program = try Program(ServedDays.last(3))
        #expect(try await program.run("sync", "--create", "--quiet", "--history", "3").code == 0)
        let daemon = try await RunningDaemon(program, adding: ["APOD_MIRROR_HISTORY": "3"])
        try await daemon.says(#/today's is in/#)
        func drop(_ numbers: String) async throws {
            let dropped = try await program.tool(
                "sh", ["-euc", "cd favorites; seq -f 'junk %.0f.txt' \(numbers) | xargs -d '\\n' touch"],
                in: program.root)
            #expect(dropped.code == 0, "\(dropped.errors)")
        }
        func counted() async throws -> Int? {
            (try await daemon.json()["favorites"] as? [String: Any])?["refused_count"] as? Int
        }
        // All at once, and more of them later.
        try await drop("1 29900")
        for start in stride(from: 29_901, through: 30_000, by: 20) {
            try await drop("\(start) \(start + 19)")
            try await eventually("\(start + 19) are counted", every: .milliseconds(50)) {
                try await counted() == start + 19
            }
        }
        let status = try await program.run("status")
        #expect(status.code == 0)
        #expect(status.output.contains("… and 29,992 more\n"), "\(status.output)")
        #expect(status.output.split(separator: "\n").count < 30)
        #expect(try await program.run("status", "--json").output.utf8.count < 50_000)
        #expect(try await program.run("favorites", "add", ServedDays.ago(1)).code == 0)
        let ended = await daemon.end()
        #expect(ended.code == 0)
        let lines = ended.errors.split(separator: "\n")
        print("measured: 30,000 files that mean nothing are \(lines.count) lines of the log")
        #expect(lines.count < 60, "\(lines.suffix(20).joined(separator: "\n"))")
        #expect(lines.contains { $0.contains("more entries are no favorite; apod-mirror status counts them.") })
    }
}
