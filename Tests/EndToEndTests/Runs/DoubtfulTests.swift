import Foundation
import SampleNASA
import Testing

/// Pictures that are too small to be right, a whole mirror of them: they are noted together.
@Suite(.needsBinary) struct DoubtfulTests {
    @Test(.needs(tool: "strace")) func `doubtful pictures are noted window by window`() async throws {
        let program = try Program(ServedDays.last(90))
        for date in program.server.dates {
            guard var day = program.server.day(date), var picture = day.picture else { continue }
            (picture.width, picture.height) = (31, 31)
            day.picture = picture
            program.server.update(day)
        }
        let log = program.folder + "/strace"
        let ended = try await program.tool(
            "strace",
            ["-f", "-qq", "-e", "trace=renameat2,renameat,rename", "-e", "signal=none", "-o", log]
                + [Program.binary, "sync", "--create", "--history", "90"])
        #expect(ended.code == 0)
        let calls = try String(contentsOfFile: log, encoding: .utf8)
        let written = calls.split(separator: "\n").count { $0.contains("doubtful.json\"") }
        let doubtful = try JSONSerialization.jsonObject(
            with: Data(contentsOf: URL(filePath: program.root + "/.apod-mirror/doubtful.json")))
        let noted = ((doubtful as? [String: Any])?["days"] as? [String: Any])?.count ?? 0
        print("doubtful.json was written \(written) times for \(noted) days")
        #expect(noted > 60)
        #expect(written * 4 < noted)
    }
}
