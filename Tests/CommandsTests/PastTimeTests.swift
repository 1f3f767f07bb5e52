import Testing

@testable import Commands
@testable import Days
@testable import Settings

@Suite struct PastTimeTests {
    static let day = Day(number: 20_777)
    /// 2026-11-20T14:03:07Z
    static let now = Timestamp(seconds: 1_795_183_387)
    static let utc = LocalTime { _ in 0 }

    /// As in Berlin that autumn: an hour less from 2026-10-25T01:00:00Z on.
    static let berlin = LocalTime { $0 < 1_792_890_000 ? 7_200 : 3_600 }

    @Test(
        arguments: [
            ("2026-11-20", .day(day)), ("2026-11-20 14:03", .local(day, second: 50_580)),
            ("2026-11-20T14:03", .local(day, second: 50_580)), ("2026-11-20T14:03:07", .local(day, second: 50_587)),
            ("2026-11-20 00:00:00", .local(day, second: 0)), ("2026-11-20T14:03:07Z", .utc(now)),
            ("2026-11-20 14:03Z", .utc(Timestamp(seconds: 1_795_183_380))), ("45m", .ago(2_700)), ("2h", .ago(7_200)),
            ("3d", .ago(259_200)), ("1w", .ago(604_800)), ("0h", .ago(0)), ("999999w", .ago(604_799_395_200)),
            ("today", .daysAgo(0)), ("yesterday", .daysAgo(1)),
        ] as [(String, PastTime)])
    func `reads every form`(text: String, time: PastTime) {
        #expect(PastTime(text) == time)
    }

    @Test(arguments: [
        "", "h", "2", "2y", "-2h", "+2h", "1000000h", "2 h", "2h ", "٢h", "h2", "2026-11", "2026-02-30", "2026-11-20Z",
        "2026-11-20 24:00", "2026-11-20 14:60", "2026-11-20T14", "2026-11-20 14:3", "2026-11-20_14:03",
        "2026-11-20T14:03:07ZZ", "2026-11-20T14:03+01:00", "2026-11-20T1４:03", "20 November", "tomorrow", "Z",
    ])
    func `reads nothing else`(text: String) {
        #expect(PastTime(text) == nil)
    }

    @Test(
        arguments: [
            ("2026-11-20", "2026-11-20T00:00:00Z"), ("2026-11-20 14:03", "2026-11-20T14:03:00Z"),
            ("2026-11-20T14:03:07Z", "2026-11-20T14:03:07Z"), ("2h", "2026-11-20T12:03:07Z"),
            ("1w", "2026-11-13T14:03:07Z"), ("today", "2026-11-20T00:00:00Z"), ("yesterday", "2026-11-19T00:00:00Z"),
        ])
    func `means that moment`(text: String, moment: String) throws {
        let time = try #require(PastTime(text))
        #expect(time.timestamp(now: Self.now, Self.utc).description == moment)
    }

    @Test(
        arguments: [
            ("2026-11-20", "2026-11-19T23:00:00Z"), ("2026-08-01 12:00", "2026-08-01T10:00:00Z"),
            // The night in which 02:30 comes twice.
            ("2026-10-25 02:30", "2026-10-25T00:30:00Z"), ("2026-10-25 03:00", "2026-10-25T02:00:00Z"),
            ("2026-10-25", "2026-10-24T22:00:00Z"), ("2026-10-25T02:30Z", "2026-10-25T02:30:00Z"),
        ])
    func `goes by the clock on the wall`(text: String, moment: String) throws {
        let time = try #require(PastTime(text))
        #expect(time.timestamp(now: Self.now, Self.berlin).description == moment)
    }
}
