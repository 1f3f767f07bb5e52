/// What a request to `planetary/apod` asks for.
enum LegacyQuery {
    case one(CalendarDay)
    case list(ClosedRange<CalendarDay>)
    case refused(Answer)

    private static let fields: Set<String> = ["date", "start_date", "end_date", "thumbs", "hd", "concept_tags"]

    init(_ query: [String: String], newest: CalendarDay, today: CalendarDay) {
        if let field = query.keys.first(where: { !LegacyQuery.fields.contains($0) }) {
            self = .refused(LegacyQuery.failure(400, "Bad Request: incorrect field passed: \(field)."))
            return
        }
        var days: [String: CalendarDay] = [:]
        for name in ["date", "start_date", "end_date"] {
            guard let text = query[name] else { continue }
            guard let day = CalendarDay(text) else {
                let message = "time data '\(text)' does not match format '%Y-%m-%d'"
                self = .refused(LegacyQuery.failure(400, message))
                return
            }
            guard (CalendarDay.beginning...today).contains(day) else {
                let message = "Date must be between Jun 16, 1995 and \(LegacyQuery.words(today))."
                self = .refused(LegacyQuery.failure(400, message))
                return
            }
            days[name] = day
        }
        switch (days["date"], days["start_date"], days["end_date"]) {
        case (let day, nil, nil):
            self = .one(day ?? newest)
        case (nil, let start?, let end):
            let end = end ?? today
            let refusal = LegacyQuery.failure(400, "start_date cannot be after end_date")
            self = start <= end ? .list(start...end) : .refused(refusal)
        default:
            self = .refused(LegacyQuery.failure(400, "Bad Request: invalid field combination passed."))
        }
    }

    static func noData(on day: CalendarDay) -> Answer { failure(404, "No data available for date: \(day.text)") }

    static func failure(_ status: Int, _ message: String) -> Answer {
        let json = JSON.members(["code": .number(status), "msg": .text(message), "service_version": .text("v1")])
        return Answer(status, json: json, type: "application/json")
    }

    /// The gateway in front of the service has a shape of its own.
    static func gatewayFailure(_ status: Int, _ code: String, _ message: String) -> Answer {
        let error = JSON.members(["code": .text(code), "message": .text(message)])
        return Answer(status, json: .members(["error": error]), type: "application/json")
    }

    private static func words(_ day: CalendarDay) -> String { "\(day.monthName.prefix(3)) \(day.day), \(day.year)" }
}
