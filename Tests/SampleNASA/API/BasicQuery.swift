/// What a request to `apod-basic` asks for.
enum BasicQuery {
    case one(CalendarDay)
    case page(CalendarDay)
    case list(days: ClosedRange<CalendarDay>?, page: Int, size: Int)
    case refused(Answer)

    static let largestPage = 25

    /// `path` is what follows the base path.
    init(path: String, query: [String: String]) {
        let parts = path.split(separator: "/")
        switch (parts.first, parts.count) {
        case (nil, _):
            self = BasicQuery.list(query)
        case (let name?, 1...2) where name.utf8.count == 6 && name.allSatisfy(\.isNumber):
            guard parts.count == 1 || parts[1] == "html" else {
                self = .refused(BasicQuery.noRoute)
                return
            }
            guard let day = CalendarDay(short: name) else {
                self = .refused(BasicQuery.notFound)
                return
            }
            self = parts.count == 1 ? .one(day) : .page(day)
        default:
            self = .refused(BasicQuery.noRoute)
        }
    }

    private static func list(_ query: [String: String]) -> BasicQuery {
        let ends = ["date_from", "date_to"].map { name in query[name].map { CalendarDay(short: $0) } }
        if case .some(nil) = ends[0] { return .refused(invalid("date_from")) }
        if case .some(nil) = ends[1] { return .refused(invalid("date_to")) }
        let from = (ends[0] ?? nil) ?? CalendarDay.beginning
        let to = (ends[1] ?? nil) ?? CalendarDay(ordinal: 100_000)
        // A request in the legacy dialect has been seen to get the latest 25; all others get WordPress's ten.
        let isLegacy = !["date", "start_date", "end_date", "count", "api_key"].allSatisfy { query[$0] == nil }
        guard let page = query["page"].map({ Int($0) }) ?? 1, page > 0 else { return .refused(invalid("page")) }
        guard let size = query["per_page"].map({ Int($0) }) ?? (isLegacy ? largestPage : 10), size > 0 else {
            return .refused(invalid("per_page"))
        }
        return .list(days: from <= to ? from...to : nil, page: page, size: min(size, largestPage))
    }

    static let notFound = failure(404, "apod_basic_not_found", "APOD not found.")

    static let noRoute = failure(
        404, "rest_no_route", "No route was found matching the URL and request method.")

    static func invalid(_ parameter: String) -> Answer {
        failure(400, "rest_invalid_param", "Invalid parameter(s): \(parameter)")
    }

    private static func failure(_ status: Int, _ code: String, _ message: String) -> Answer {
        Answer(
            status,
            json: .members([
                "code": .text(code), "message": .text(message), "data": .members(["status": .number(status)]),
            ]))
    }
}
