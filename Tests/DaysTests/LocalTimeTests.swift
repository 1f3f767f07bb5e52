import FoundationEssentials
import TestSupport
import Testing

@testable import Days

@Suite struct LocalTimeTests {
    /// The nth Sunday of a month; the last for -1.
    private func sunday(_ nth: Int, year: Int, month: Int) throws -> Day {
        let sundays = (1...31).compactMap { Day(year: year, month: month, day: $0) }.filter {
            ($0.number + 4) % 7 == 0
        }
        return try #require(nth > 0 ? sundays[nth - 1] : sundays.last)
    }

    @Test("Both sides of every change of the clocks", arguments: 1995...2040)
    func changes(year: Int) throws {
        let begins = try year < 2007 ? sunday(1, year: year, month: 4) : sunday(2, year: year, month: 3)
        let ends = try year < 2007 ? sunday(-1, year: year, month: 10) : sunday(1, year: year, month: 11)
        let spring = begins.number * 86_400 + 7 * 3_600
        let autumn = ends.number * 86_400 + 6 * 3_600
        for time in [LocalTime.eastern] + (year < 2007 ? [] : [.eastern(zoneFile: nil)]) {
            #expect(time.offset(spring - 1) == -18_000)
            #expect(time.offset(spring) == -14_400)
            #expect(time.offset(autumn - 1) == -14_400)
            #expect(time.offset(autumn) == -18_000)
            for day in [
                begins.advanced(by: -1), begins, begins.advanced(by: 1), ends.advanced(by: -1), ends,
                ends.advanced(by: 1),
            ] {
                let midnight = time.timestamp(day)
                #expect(time.day(at: midnight) == day)
                #expect(time.day(at: midnight + -1) == day.advanced(by: -1))
                #expect(time.timestamp(day, second: 300) == midnight + 300)
            }
        }
    }

    /// As in Berlin: summer's hour from 2026-03-29T01:00:00Z until 2026-10-25T01:00:00Z.
    private static let berlin = LocalTime { (1_774_746_000..<1_792_890_000).contains($0) ? 7_200 : 3_600 }

    @Test(
        "Clock times around a change: the first where it comes twice, an hour later where it never comes",
        arguments: [
            (.eastern(zoneFile: nil), "2026-03-08", "01:30", "2026-03-08T06:30:00Z"),
            (.eastern(zoneFile: nil), "2026-03-08", "02:30", "2026-03-08T07:30:00Z"),
            (.eastern(zoneFile: nil), "2026-03-08", "03:30", "2026-03-08T07:30:00Z"),
            (.eastern(zoneFile: nil), "2026-11-01", "01:30", "2026-11-01T05:30:00Z"),
            (.eastern(zoneFile: nil), "2026-11-01", "02:30", "2026-11-01T07:30:00Z"),
            (berlin, "2026-03-29", "02:30", "2026-03-29T01:30:00Z"),
            (berlin, "2026-03-29", "03:00", "2026-03-29T01:00:00Z"),
            (berlin, "2026-10-25", "02:30", "2026-10-25T00:30:00Z"),
            (berlin, "2026-10-25", "03:00", "2026-10-25T02:00:00Z"),
            (berlin, "2026-10-25", "00:00", "2026-10-24T22:00:00Z"),
        ] as [(LocalTime, String, String, String)])
    func clock(time: LocalTime, date: String, clock: String, utc: String) throws {
        let parts = clock.split(separator: ":").compactMap { Int($0) }
        #expect(time.timestamp(try day(date), second: parts[0] * 3_600 + parts[1] * 60).description == utc)
    }

    @Test("The day and the time that the clock shows")
    func shown() throws {
        let evening = try #require(Timestamp("2026-11-20T23:03:07Z"))
        #expect(LocalTime { _ in 0 }.text(evening) == "2026-11-20 23:03")
        #expect(Self.berlin.text(evening) == "2026-11-21 00:03")
        #expect(Self.berlin.day(at: evening) == (try day("2026-11-21")))
    }

    @Test("The system's clock is known")
    func system() {
        let now = Timestamp.now
        let midnight = LocalTime.system.timestamp(LocalTime.system.day(at: now))
        #expect(midnight <= now)
        // The longest day there is has 25 hours.
        #expect(now.seconds - midnight.seconds < 90_000)
    }

    @Test(
        "The day turns at midnight in the East",
        arguments: [
            ("2026-11-20", 4 * 3_600 + 3_599, "2026-11-19"), ("2026-11-20", 5 * 3_600, "2026-11-20"),
            ("2026-07-04", 4 * 3_600 - 1, "2026-07-03"), ("2026-07-04", 4 * 3_600, "2026-07-04"),
        ])
    func today(date: String, second: Int, expected: String) throws {
        let midnight = Timestamp(seconds: Int64(try day(date).number) * 86_400)
        #expect(LocalTime.eastern.day(at: midnight + second) == (try day(expected)))
    }

    @Test("A damaged or missing zone file leaves the rule in force")
    func damaged() throws {
        let bytes = Array(try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/America/New_York")))
        let whole = try #require(ZoneFile(bytes))
        #expect(whole.rule == .eastern)
        for length in stride(from: 0, to: bytes.count - 30, by: 7) {
            #expect(ZoneFile(Array(bytes.prefix(length))) == nil)
        }
        var broken = bytes
        for index in stride(from: 0, to: 200, by: 1) {
            broken[index] ^= 0xFF
            _ = LocalTime.eastern(zoneFile: broken).offset(1_800_000_000)
        }
        #expect(LocalTime.eastern(zoneFile: nil).offset(1_800_000_000) == LocalTime.eastern.offset(1_800_000_000))
    }

    @Test(
        "Rules are read as POSIX writes them",
        arguments: [
            ("EST5EDT,M3.2.0,M11.1.0", ZoneRule.eastern),
            ("EST5EDT4,M3.2.0/2,M11.1.0/02:00:00", .eastern),
            ("<-05>5<-04>,M3.2.0,M11.1.0", .eastern),
            ("UTC0", nil), ("", nil), ("EST5EDT", nil), ("EST5EDT,J60,J300", nil), ("EST5EDT,M13.2.0,M11.1.0", nil),
            ("EST5EDT,M3.2.0,M11.1.0x", nil), ("EST999EDT,M3.2.0,M11.1.0", nil),
        ] as [(String, ZoneRule?)])
    func rules(text: String, rule: ZoneRule?) {
        #expect(ZoneRule(text) == rule)
    }

    @Test("A rule of the southern half has its summer over New Year")
    func south() throws {
        let rule = try #require(ZoneRule("AEST-10AEDT,M10.1.0,M4.1.0/3"))
        #expect(rule.offset(at: try day("2026-01-15").number * 86_400) == 39_600)
        #expect(rule.offset(at: try day("2026-07-15").number * 86_400) == 36_000)
    }
}
