import Days
import SampleNASA
import TestSupport
import Testing

@testable import MirrorTree
@testable import RefreshTestSupport

/// More days than a pass asks about that have not settled, made while NASA says something else of each.
@Suite("Accidents of more days than a pass asks for", .timeLimit(.minutes(20)))
struct LargeAccidentTests {
    @Test(arguments: ["other words"] + (Abilities.isLong ? ["other pictures"] : []))
    func `all are right on the day on which NASA is`(name: String) async throws {
        let row = try #require(AccidentRow.all.first { $0.name == name })
        let daemon = try await DaemonUnderTest("2023-09-01"..."2026-11-20", .basic)
        daemon.begin(row, .init(part: .everything))
        try await daemon.run(hours: 2)
        var days = MirroredDays(daemon)
        _ = days.look(mayBeWrong: true)
        try #require(days.wrong.count > 1_025 && days.lacking.isEmpty)
        try daemon.endAccident()
        // Into the next day, whose passes find out.
        try await daemon.run(hours: 36)
        _ = days.look(mayBeWrong: true)
        #expect(days.wrong.isEmpty, "\(days.wrong.count) are wrong, such as \(days.wrong.prefix(3))")
        #expect(daemon.passes < 8)
        // Once they are right, nothing is asked for anew.
        daemon.mirror.nasa.clearRequests()
        try await daemon.refresh()
        #expect(daemon.mirror.mediaRequests.count <= 25 && daemon.report.sentence == "nothing new")
    }
}
