import TestSupport
import Testing

@testable import Days

@Suite struct DayTests {
    @Test(
        "Days read back as they were written",
        arguments: ["1995-06-16", "1999-12-31", "2000-02-29", "2026-11-20", "0001-01-01", "9999-12-31"])
    func roundTrip(text: String) throws {
        #expect(try day(text).description == text)
    }

    @Test(
        "Nothing but a day of the calendar is read",
        arguments: ["2026-02-29", "2026-13-01", "2026-1-01", "20261120", "2026-11-20 ", "-026-11-20", ""])
    func refused(text: String) {
        #expect(Day(text) == nil)
    }

    @Test("A year has the days that follow one another", arguments: [1900, 1999, 2000, 2024, 2026, 2100])
    func calendar(year: Int) throws {
        let read = (1...12).flatMap { month in (0...32).compactMap { Day(year: year, month: month, day: $0) } }
        let first = try #require(Day(year: year, month: 1, day: 1))
        let next = try #require(Day(year: year + 1, month: 1, day: 1))
        #expect(read == Array(first..<next))
    }

    @Test(
        "Numbers beyond every calendar are no day",
        arguments: [
            (2026, 9, .max), (2026, 9, .min), (2026, 9, 31), (2026, 9, 0), (2026, .max, 1), (2026, .min, 1),
            (.max, 9, 1), (.min, 9, 1), (.max, .max, .max),
        ] as [(Int, Int, Int)])
    func beyond(year: Int, month: Int, day: Int) {
        #expect(Day(year: year, month: month, day: day) == nil)
    }

    @Test("Every day follows the one before")
    func order() throws {
        var expected = Day.first
        for number in Day.first.number...(Day.first.number + 20_000) {
            let parts = Day(number: number).parts
            #expect(Day(year: parts.year, month: parts.month, day: parts.day)?.number == expected.number)
            expected = expected.advanced(by: 1)
        }
    }

    @Test(
        "apod-basic writes a day with two digits of the year",
        arguments: [("1995-06-16", "950616"), ("2005-01-02", "050102")])
    func sixDigits(text: String, digits: String) throws {
        #expect(try day(text).sixDigits == digits)
        #expect(try Day(sixDigits: digits) == day(text))
    }

    @Test("Six digits that are no day are none", arguments: ["260231", "2601", "2601011", "26010a", "", "-60101"])
    func noSixDigits(text: String) {
        #expect(Day(sixDigits: text) == nil)
    }
}
