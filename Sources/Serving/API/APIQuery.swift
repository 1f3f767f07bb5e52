internal import Days

/// A request to the API, understood by the rules of NASA's own service. Pure.
struct APIQuery: Equatable, Sendable {
    var wish: Wish
    /// Whether videos come with a picture.
    var withThumbnails = false

    enum Wish: Equatable, Sendable {
        case newest
        case day(Day)
        case days(ClosedRange<Day>)
        case random(Int)
    }

    /// `hd`, `concept_tags` and a key change nothing any more.
    private static let fields = ["concept_tags", "date", "hd", "count", "start_date", "end_date", "thumbs"]

    /// - Parameter today: the last day that may be asked for: NASA's.
    init(_ query: [(name: String, value: String)], today: Day) throws(APIRefusal) {
        // The first of several fields of one name counts, and an empty field is none.
        var values: [String: String] = [:]
        for (name, value) in query {
            guard Self.fields.contains(name) || name == "api_key" else {
                let known = Self.fields.map { "'\($0)'" }.joined(separator: ", ")
                throw .badRequest(
                    "Bad Request: incorrect field passed. Allowed request fields for apod method are \(known)")
            }
            if values[name] == nil { values[name] = value }
        }
        func given(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }
        withThumbnails = given("thumbs")?.lowercased() == "true"
        switch (given("date"), given("count"), given("start_date"), given("end_date")) {
        case (nil, nil, nil, nil):
            wish = .newest
        case (let date?, nil, nil, nil):
            wish = .day(try Self.day(date, today: today))
        case (nil, let count?, nil, nil):
            guard let count = Int(count) else {
                throw .badRequest("invalid literal for int() with base 10: '\(count)'")
            }
            guard (1...100).contains(count) else { throw .badRequest("Count must be positive and cannot exceed 100") }
            wish = .random(count)
        case (nil, nil, let start?, let end):
            let first = try Self.day(start, today: today)
            let last = try end.map { text throws(APIRefusal) in try Self.day(text, today: today) } ?? today
            guard first <= last else { throw .badRequest("start_date cannot be after end_date") }
            wish = .days(first...last)
        default:
            throw .badRequest("Bad Request: invalid field combination passed.")
        }
    }

    private static func day(_ text: String, today: Day) throws(APIRefusal) -> Day {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isDate =
            parts.count == 3 && parts[0].utf8.count == 4 && (1...2).contains(parts[1].utf8.count)
            && (1...2).contains(parts[2].utf8.count)
            && parts.allSatisfy { $0.utf8.allSatisfy(\.isASCIIDigit) }
        guard isDate, let year = Int(parts[0]), let month = Int(parts[1]), let date = Int(parts[2]),
            (1...12).contains(month), (1...31).contains(date)
        else { throw .badRequest("time data '\(text)' does not match format '%Y-%m-%d'") }
        guard let day = Day(year: year, month: month, day: date) else {
            throw .badRequest("day is out of range for month")
        }
        guard (Day.first...max(today, Day.first)).contains(day) else {
            throw .badRequest("Date must be between \(words(Day.first)) and \(words(today)).")
        }
        return day
    }

    /// `Nov 20, 2026`
    private static func words(_ day: Day) -> String {
        let (year, month, date) = day.parts
        return "\(Quantity.months[month - 1].prefix(3)) \(date.twoDigits), \(year)"
    }
}
