/// Why a question was not answered with records.
enum AskError: Error, Equatable, Sendable {
    /// The whole source is concerned.
    case source(SourceError)
    /// This question failed; a smaller one may not.
    case unreadable(url: String, reason: String)
    /// No answer came until the time for it was up.
    case silent(url: String, reason: String)
    /// The server says it has nothing for it.
    case absent
    /// The server's calendar has not come that far.
    case notYet
}
