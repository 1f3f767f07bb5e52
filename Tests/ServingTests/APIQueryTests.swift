import Days
import HTTP
import Testing

@testable import Serving

@Suite struct APIQueryTests {
    static let today = Day("2026-11-20") ?? Day.first

    private static func day(_ text: String) -> Day { Day(text) ?? Day.first }

    private func query(_ text: String) throws(APIRefusal) -> APIQuery {
        try APIQuery(HTTPRequest(target: "/planetary/apod?" + text).fields, today: Self.today)
    }

    @Test(
        "What is asked for",
        arguments: [
            ("", .newest), ("date=", .newest), ("api_key=DEMO_KEY&hd=True", .newest), ("concept_tags=True", .newest),
            ("date=2024-01-02", .day(day("2024-01-02"))), ("date=2024-1-2", .day(day("2024-01-02"))),
            ("date=1995-06-16", .day(Day.first)), ("date=2026-11-20", .day(today)),
            ("date=2024-01-02&date=2024-01-03", .day(day("2024-01-02"))),
            ("start_date=2024-01-02&end_date=2024-01-05", .days(day("2024-01-02")...day("2024-01-05"))),
            ("start_date=2026-11-18", .days(day("2026-11-18")...today)),
            ("start_date=2024-01-02&end_date=2024-01-02", .days(day("2024-01-02")...day("2024-01-02"))),
            ("count=1", .random(1)), ("count=100", .random(100)),
        ] as [(String, APIQuery.Wish)])
    func wishes(text: String, wish: APIQuery.Wish) throws {
        #expect(try query(text).wish == wish)
    }

    @Test(
        "Thumbnails are wanted by true in any case only",
        arguments: [
            ("thumbs=True", true), ("thumbs=true", true), ("thumbs=TRUE", true), ("thumbs=1", false),
            ("thumbs=", false),
            ("", false),
        ])
    func thumbnails(text: String, isWanted: Bool) throws {
        #expect(try query(text).withThumbnails == isWanted)
    }

    @Test(
        "What is refused, and how NASA's service says it",
        arguments: [
            ("foo=1", "Bad Request: incorrect field passed. Allowed request fields"),
            ("end_date=2024-01-02", "Bad Request: invalid field combination passed."),
            ("count=1&date=2024-01-02", "Bad Request: invalid field combination passed."),
            ("count=1&start_date=2024-01-02", "Bad Request: invalid field combination passed."),
            ("date=2024-01-02&start_date=2024-01-02", "Bad Request: invalid field combination passed."),
            ("count=0", "Count must be positive and cannot exceed 100"),
            ("count=101", "Count must be positive and cannot exceed 100"),
            ("count=-1", "Count must be positive and cannot exceed 100"),
            ("count=x", "invalid literal for int() with base 10: 'x'"),
            ("date=1995-06-15", "Date must be between Jun 16, 1995 and Nov 20, 2026."),
            ("date=2026-11-21", "Date must be between Jun 16, 1995 and Nov 20, 2026."),
            ("start_date=2026-11-01&end_date=2027-01-01", "Date must be between Jun 16, 1995 and Nov 20, 2026."),
            ("start_date=2024-01-03&end_date=2024-01-02", "start_date cannot be after end_date"),
            ("date=today", "time data 'today' does not match format '%Y-%m-%d'"),
            ("date=24-01-02", "time data '24-01-02' does not match format '%Y-%m-%d'"),
            ("date=2024-13-01", "time data '2024-13-01' does not match format '%Y-%m-%d'"),
            ("date=2023-02-29", "day is out of range for month"),
        ])
    func refusals(text: String, message: String) {
        do {
            Issue.record("\(try query(text)) is no refusal")
        } catch {
            #expect(error.code == 400)
            #expect(error.message.hasPrefix(message), "\(error.message)")
        }
    }
}
