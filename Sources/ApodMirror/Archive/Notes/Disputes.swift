internal import Days

/// `.apod-mirror/disputed.json`: replacements that look like an accident at NASA's and wait for the owner's word.
struct Disputes: Codable, Equatable, Sendable {
    var days: [String: Dispute] = [:]

    struct Dispute: Codable, Equatable, Sendable {
        var reason: String
        /// What was offered, so that the same offer is not fetched again.
        var url: String
        var sha256: String?
        var since: Timestamp
    }

    subscript(day: Day) -> Dispute? {
        get { days[day.description] }
        set { days[day.description] = newValue }
    }
}
