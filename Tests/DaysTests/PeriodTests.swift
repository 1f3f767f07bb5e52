import TestSupport
import Testing

@testable import Days

@Suite struct PeriodTests {
    @Test(
        "A year, a month, a day and all time are read as they are written",
        arguments: [
            ("2026", "2026-01-01", "2026-12-31"), ("2026-02", "2026-02-01", "2026-02-28"),
            ("2024-02", "2024-02-01", "2024-02-29"), ("2026-12", "2026-12-01", "2026-12-31"),
            ("2026-11-20", "2026-11-20", "2026-11-20"), ("all", "0001-01-01", "9999-12-31"),
        ])
    func forms(text: String, first: String, last: String) throws {
        let period = try #require(Period(text))
        #expect("\(period)" == text)
        #expect("\(period.days.lowerBound)" == first && "\(period.days.upperBound)" == last)
    }

    @Test(arguments: [
        "", "26", "2026-", "2026-13", "2026-00", "0000", "2026-11-31", "2026/11", "All", "２０２６", "2026-1", "١٩٩٥",
    ])
    func `anything else is no period`(text: String) {
        #expect(Period(text) == nil)
    }

    @Test(arguments: [("all", "2026"), ("2026", "2026-11"), ("2026-11", "2026-11-20")])
    func `a period has parts, down to days`(text: String, part: String) throws {
        let day = try #require(Day("2026-11-20"))
        #expect(Period(text)?.part(of: day) == Period(part))
        #expect(Period(day).part(of: day) == nil)
    }
}
