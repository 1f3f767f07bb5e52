package import Days

/// `.apod-mirror/disputed.json`: replacements that look like an accident at NASA's and wait for the owner's word.
package struct Disputes: Codable, Equatable, Sendable {
    package var days: [String: Dispute] = [:]

    package struct Dispute: Codable, Equatable, Sendable {
        package var reason: String
        /// The address of the replacement, so that the same one is not fetched again.
        package var url: String
        package var sha256: String?
        package var since: Timestamp

        package init(reason: String, url: String, sha256: String? = nil, since: Timestamp) {
            self.reason = reason
            self.url = url
            self.sha256 = sha256
            self.since = since
        }
    }

    package subscript(day: Day) -> Dispute? {
        get { days[day.description] }
        set { days[day.description] = newValue }
    }
}
