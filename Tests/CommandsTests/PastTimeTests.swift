import Days
import Testing

@testable import Commands
@testable import Settings

@Suite struct PastTimeTests {
    static let day = Day(number: 20_777)
    /// 2026-11-20T14:03:07Z
    static let now = Timestamp(seconds: 1_795_183_387)
    static let utc = LocalTime { _ in 0 }

    /// As in Berlin that autumn: an hour less from 2026-10-25T01:00:00Z on.
    static let berlin = LocalTime { $0 < 1_792_890_000 ? 7_200 : 3_600 }
    /// As in Berlin that spring: an hour more from 2026-03-29T01:00:00Z on.
    static let spring = LocalTime { $0 < 1_774_746_000 ? 3_600 : 7_200 }

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

    @Test func `takes an hour that never comes for the next`() {
        let day = Day("2026-03-29") ?? .first
        #expect(Self.spring.timestamp(day, second: 9_000).description == "2026-03-29T01:30:00Z")
        #expect(Self.spring.timestamp(day, second: 10_800).description == "2026-03-29T01:00:00Z")
    }

    @Test func `shows the day and the time of the wall`() {
        let evening = Timestamp(seconds: 1_795_215_787)
        #expect(Self.utc.text(evening) == "2026-11-20 23:03")
        #expect(Self.berlin.text(evening) == "2026-11-21 00:03")
        #expect(Self.berlin.day(at: evening) == Day("2026-11-21"))
    }

    @Test func `knows the system's clock`() {
        let now = Timestamp.now
        let midnight = LocalTime.system.timestamp(LocalTime.system.day(at: now), second: 0)
        #expect(midnight <= now)
        // The longest day there is has 25 hours.
        #expect(now.seconds - midnight.seconds < 90_000)
    }
}
