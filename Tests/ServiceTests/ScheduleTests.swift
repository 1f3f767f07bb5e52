import Days
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Service

/// Times are written in UTC. In winter US Eastern is five hours behind it, in summer four.
@Suite struct ScheduleTests {
    private let plain = Schedule(jitter: 0)

    private func time(_ text: String) throws -> Timestamp {
        try #require(Timestamp(text + "Z"))
    }

    /// The refresh that was made then, as the schedule records it.
    private func refresh(_ text: String, _ count: Int = 1, isWhole: Bool = true) throws -> LastRefresh {
        var refresh: LastRefresh?
        for _ in 0..<count { refresh = plain.recorded(try time(text), isWhole: isWhole, after: refresh) }
        return try #require(refresh)
    }

    @Test(
        "The next refresh",
        arguments: [
            // Today's is in: nothing until five past midnight in the East.
            ("2026-11-20T05:06:00", 1, "2026-11-20", "2026-11-20T05:07:00", "2026-11-21T05:05:00"),
            ("2026-07-04T04:06:00", 1, "2026-07-04", "2026-07-04T20:00:00", "2026-07-05T04:05:00"),
            // The clocks change: the day before has 23 hours, or 25.
            ("2026-03-07T05:05:00", 1, "2026-03-07", "2026-03-07T06:00:00", "2026-03-08T05:05:00"),
            ("2026-03-08T05:05:00", 1, "2026-03-08", "2026-03-08T06:00:00", "2026-03-09T04:05:00"),
            ("2026-11-01T04:05:00", 1, "2026-11-01", "2026-11-01T06:00:00", "2026-11-02T05:05:00"),
            // It is not in: ever more rarely, up to an hour.
            ("2026-11-20T05:05:00", 1, "2026-11-19", "2026-11-20T05:05:01", "2026-11-20T05:10:00"),
            ("2026-11-20T05:10:00", 2, "2026-11-19", "2026-11-20T05:10:01", "2026-11-20T05:20:00"),
            ("2026-11-20T05:20:00", 3, "2026-11-19", "2026-11-20T05:20:01", "2026-11-20T05:40:00"),
            ("2026-11-20T05:40:00", 4, "2026-11-19", "2026-11-20T05:40:01", "2026-11-20T06:20:00"),
            ("2026-11-20T06:20:00", 5, "2026-11-19", "2026-11-20T06:20:01", "2026-11-20T07:20:00"),
            ("2026-11-20T19:20:00", 18, "2026-11-19", "2026-11-20T19:20:01", "2026-11-20T20:20:00"),
            // Yesterday's never came: today begins all the same at five past.
            ("2026-11-20T04:30:00", 20, "2026-11-18", "2026-11-20T04:31:00", "2026-11-20T05:05:00"),
            // The machine slept from before midnight until the morning.
            ("2026-11-19T05:05:00", 1, "2026-11-19", "2026-11-20T11:00:00", "2026-11-20T05:05:00"),
        ])
    func next(last: String, count: Int, newest: String, now: String, expected: String) throws {
        let facts = Schedule.Facts(last: try refresh(last, count), newest: Day.of(newest))
        #expect(plain.next(after: try time(now), facts) == (try time(expected)))
    }

    @Test func `what was slept through is due, and once`() throws {
        let now = try time("2026-11-20T13:00:00")
        let facts = Schedule.Facts(last: try refresh("2026-10-09T05:05:00"), newest: Day.of("2026-10-09"))
        #expect(plain.next(after: now, facts) <= now)
        let caughtUp = Schedule.Facts(last: try refresh("2026-11-20T13:00:00"), newest: Day.of("2026-11-20"))
        #expect(plain.next(after: now + 5, caughtUp) == (try time("2026-11-21T05:05:00")))
    }

    @Test func `the first refresh is due at once`() throws {
        let now = try time("2026-11-20T13:00:00")
        #expect(plain.next(after: now, Schedule.Facts()) == now)
    }

    @Test func `a refresh from the future was recorded by a wrong clock, and is none`() throws {
        let now = try time("2026-11-20T13:00:00")
        let facts = Schedule.Facts(last: try refresh("2029-01-01T00:00:00"), newest: Day.of("2026-11-20"))
        #expect(plain.next(after: now, facts) == now)
    }

    @Test func `a refresh that was cut short is made again though today's is in`() throws {
        let facts = Schedule.Facts(
            last: try refresh("2026-11-20T13:00:00", isWhole: false), newest: Day.of("2026-11-20"))
        #expect(plain.next(after: try time("2026-11-20T13:00:01"), facts) == (try time("2026-11-20T13:05:00")))
    }

    @Test func `a source that wants to be left alone is`() throws {
        let until = try time("2026-11-20T15:00:00")
        let now = try time("2026-11-20T13:00:01")
        let facts = Schedule.Facts(
            last: try refresh("2026-11-20T13:00:00", isWhole: false), newest: Day.of("2026-11-19"), pausedUntil: until)
        #expect(plain.next(after: now, facts) == until)
        #expect(plain.next(after: now, Schedule.Facts(pausedUntil: until)) == until)
    }

    @Test func `a day that failed is tried again when it may be, and not all the time`() throws {
        var facts = Schedule.Facts(last: try refresh("2026-11-20T13:00:00"), newest: Day.of("2026-11-20"))
        let now = try time("2026-11-20T13:00:01")
        facts.retry = try time("2026-11-20T16:00:00")
        #expect(plain.next(after: now, facts) == (try time("2026-11-20T16:00:00")))
        facts.retry = try time("2026-11-20T12:00:00")
        #expect(plain.next(after: now, facts) == (try time("2026-11-20T13:05:00")))
        facts.retry = try time("2026-11-30T12:00:00")
        #expect(plain.next(after: now, facts) == (try time("2026-11-21T05:05:00")))
    }

    @Test(arguments: [0.0, 0.25, 0.5, 0.999])
    func `mirrors ask minutes apart from each other, and never before five past`(jitter: Double) throws {
        let schedule = Schedule(jitter: jitter)
        let facts = Schedule.Facts(last: try refresh("2026-11-19T05:30:00"), newest: Day.of("2026-11-19"))
        let next = schedule.next(after: try time("2026-11-19T06:00:00"), facts)
        #expect(try (time("2026-11-20T05:05:00")..<time("2026-11-20T05:09:00")).contains(next))
        let late = Schedule.Facts(last: try refresh("2026-11-20T12:00:00", 9), newest: Day.of("2026-11-19"))
        let again = schedule.next(after: try time("2026-11-20T12:00:01"), late)
        #expect(try (time("2026-11-20T13:00:00")..<time("2026-11-20T13:15:01")).contains(again))
    }

    @Test func `one refresh a day reads older days again`() throws {
        let first = try refresh("2026-11-20T05:05:00")
        #expect(plain.isThorough(try time("2026-11-20T05:05:00"), after: nil))
        #expect(!plain.isThorough(try time("2026-11-20T05:10:00"), after: first))
        #expect(!plain.isThorough(try time("2026-11-21T05:04:00"), after: first))
        #expect(plain.isThorough(try time("2026-11-21T05:05:00"), after: first))
        let failed = try refresh("2026-11-20T05:05:00", isWhole: false)
        #expect(plain.isThorough(try time("2026-11-20T05:10:00"), after: failed))
    }

    @Test(arguments: 1995...2040)
    func `every day of every year has its first refresh, five minutes into it`(year: Int) throws {
        var day = try #require(Day(year: year, month: 1, day: 1))
        var last = plain.recorded(
            LocalTime.eastern.timestamp(day, second: 5 * 60), isWhole: true, after: nil)
        while day.parts.year == year {
            let tomorrow = day.advanced(by: 1)
            let next = plain.next(after: last.time + 1, Schedule.Facts(last: last, newest: day))
            #expect(next == LocalTime.eastern.timestamp(tomorrow) + 300)
            #expect((82_800...90_000).contains(next.seconds - last.time.seconds))
            last = plain.recorded(next, isWhole: true, after: last)
            #expect(last.day == tomorrow)
            day = tomorrow
        }
    }
}
