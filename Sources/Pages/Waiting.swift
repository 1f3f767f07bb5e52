public import Days

/// The reason why a day has no picture yet.
public struct Waiting: Equatable, Sendable {
    /// The error's text, with the address.
    var reason: String
    /// The earliest day of the next request for it.
    var again: Day?

    public init(_ reason: String, again: Day? = nil) {
        self.reason = reason
        self.again = again
    }

    /// The reason for people; ``reason`` has the details.
    var inWords: String {
        again.map { "\(cause) It is asked for again on \($0.inItsWeek)." } ?? cause
    }

    private var cause: String {
        func says(_ words: String...) -> Bool { words.contains { reason.contains($0) } }
        if says("status 404", "status 410") { return "NASA’s server does not have this picture yet." }
        if says("cannot be reached", "did not answer") { return "NASA’s server could not be reached." }
        if says("broke off", "ended after", "ended early", "was not done", "sent less") {
            return "This picture did not come whole."
        }
        return "This picture could not be fetched yet."
    }
}
