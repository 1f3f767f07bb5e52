/// The reason why a question was not answered with records.
enum AskError: Error, Equatable, Sendable {
    /// The failure concerns the whole source.
    case source(SourceError)
    /// The question failed; one for fewer days may not.
    case unreadable(url: String, reason: String)
    /// No answer came within the time limit.
    case silent(url: String, reason: String)
    /// The server says that it has nothing for the days asked for.
    case absent
    /// The server's calendar has not reached the day.
    case notYet
}
