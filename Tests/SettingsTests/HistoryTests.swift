import Days
import Testing

@testable import Settings

@Suite struct HistoryTests {
    @Test(arguments: [
        ("month", "2026-10-21"), ("year", "2025-11-21"), ("all", "1995-06-16"), ("1", "2026-11-20"),
        ("2 days", "2026-11-19"), ("2020-02-29", "2020-02-29"), ("1990-01-01", "1995-06-16"),
        ("2030-01-01", "2026-11-20"), ("1000000", "1995-06-16"),
    ])
    func `begins so far back`(text: String, start: String) throws {
        let today = try #require(Day("2026-11-20"))
        #expect(try #require(History(text)).startDay(today: today) == Day(start))
    }

    @Test(arguments: ["month", "year", "all", "1 day", "90 days", "2020-01-01"])
    func `reads what it writes`(text: String) {
        #expect(History(text)?.description == text)
    }

    @Test(arguments: ["", "0", "-1", "1.5", "90 weeks", "days", "2020-02-30", "1000001", "Month"])
    func `refuses everything else`(text: String) {
        #expect(History(text) == nil)
    }

    @Test(arguments: [
        ("30", "month", true), ("31", "month", false), ("364", "year", true), ("365", "year", false),
        ("89", "90", true), ("90", "90", false), ("1", "all", false), ("1", "2020-01-01", false),
        ("forever", "year", false),
    ])
    func `is not cut short unless it has no length`(keep: String, history: String, isShorter: Bool) throws {
        #expect(try #require(Keep(keep)).isShorter(than: #require(History(history))) == isShorter)
    }
}
