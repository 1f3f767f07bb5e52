/// Why one day has no entry. None of these is final for ever.
enum EntryError: Error, Equatable, Sendable {
    /// The source has nothing for that day; `confirmed` when it said so to a question for that very day.
    case notPublished(confirmed: Bool)
    /// An answer came and must not be believed.
    case suspicious(String)
    /// No answer that could be read came: network, server or format.
    case failed(String)
}

/// What stops a whole source, and with it the pass.
enum SourceError: Error, Equatable, Sendable {
    /// 429, with the seconds to wait, already clamped.
    case rateLimited(url: String, seconds: Int)
    /// The server will not answer us at all: a key is missing or wrong, the address is blocked.
    case refused(url: String, status: Int, reason: String)
    /// No connection, or a gateway that says its server is down.
    case unreachable(url: String, reason: String)
    /// The other API answers at this address.
    case speaks(url: String, other: String)
}
