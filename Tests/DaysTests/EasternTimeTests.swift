import FoundationEssentials
import TestSupport
import Testing

@testable import Days

@Suite struct EasternTimeTests {
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
        for time in [EasternTime.system()] + (year < 2007 ? [] : [EasternTime(zoneFile: nil)]) {
            #expect(time.offset(at: spring - 1) == -18_000)
            #expect(time.offset(at: spring) == -14_400)
            #expect(time.offset(at: autumn - 1) == -14_400)
            #expect(time.offset(at: autumn) == -18_000)
            for day in [
                begins.advanced(by: -1), begins, begins.advanced(by: 1), ends.advanced(by: -1), ends,
                ends.advanced(by: 1),
            ] {
                let midnight = time.unixTime(of: day)
                #expect(time.day(at: midnight) == day)
                #expect(time.day(at: midnight - 1) == day.advanced(by: -1))
                #expect(time.unixTime(of: day, minute: 5) == midnight + 300)
            }
        }
    }

    @Test(
        "Clock times around a change",
        arguments: [
            ("2026-03-08", 1, 30, 6.5), ("2026-03-08", 2, 30, 7.5), ("2026-03-08", 3, 30, 7.5),
            ("2026-11-01", 1, 30, 5.5), ("2026-11-01", 2, 30, 7.5),
        ])
    func clock(date: String, hour: Int, minute: Int, utc: Double) throws {
        let day = try day(date)
        #expect(
            EasternTime(zoneFile: nil).unixTime(of: day, hour: hour, minute: minute) == day.number * 86_400
                + Int(utc * 3_600))
    }

    @Test(
        "The day turns at midnight in the East",
        arguments: [
            ("2026-11-20", 4 * 3_600 + 3_599, "2026-11-19"), ("2026-11-20", 5 * 3_600, "2026-11-20"),
            ("2026-07-04", 4 * 3_600 - 1, "2026-07-03"), ("2026-07-04", 4 * 3_600, "2026-07-04"),
        ])
    func today(date: String, second: Int, expected: String) throws {
        #expect(EasternTime.system().day(at: try day(date).number * 86_400 + second) == (try day(expected)))
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
            _ = EasternTime(zoneFile: broken).offset(at: 1_800_000_000)
        }
        #expect(
            EasternTime.system(path: "/nowhere").offset(at: 1_800_000_000)
                == EasternTime.system().offset(at: 1_800_000_000))
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
