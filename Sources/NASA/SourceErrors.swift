/// Why one day has no entry. None of these is final for ever.
public enum EntryError: Error, Equatable, Sendable {
    /// The source has nothing for that day; `confirmed` when it said so to a question for that very day, and the day
    /// is old enough for that to mean it (a younger one may still come).
    case notPublished(confirmed: Bool)
    /// An answer came and must not be believed.
    case suspicious(String)
    /// No answer that could be read came: network, server or format.
    case failed(String)
}

/// What stops a whole source, and with it the pass.
public enum SourceError: Error, Equatable, Sendable {
    /// 429, with the seconds to wait, already clamped.
    case rateLimited(url: String, seconds: Int)
    /// The server will not answer us at all: a key is missing or wrong, the address is blocked.
    case refused(url: String, status: Int, reason: String)
    /// No connection, or a gateway that says its server is down.
    case unreachable(url: String, reason: String)
    /// Its answers, taken together, cannot be right.
    case doubtful(url: String, reason: String)
    /// The other API answers at this address.
    case speaks(url: String, other: String)
}

extension EntryError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notPublished(confirmed: true): "NASA says there is no picture for that day"
        case .notPublished(confirmed: false): "NASA has not published that day yet"
        case .suspicious(let reason): "the answer is not to be believed: \(reason)"
        case .failed(let reason): reason
        }
    }
}

extension SourceError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .rateLimited(let url, let seconds): "\(url) asks to be left alone for \(seconds) s"
        case .refused(let url, let status, let reason): "\(url) refuses to answer (\(status)): \(reason)"
        case .unreachable(let url, let reason): "\(url) cannot be reached: \(reason)"
        case .doubtful(let url, let reason): "\(url) is not to be believed at the moment: \(reason)"
        case .speaks(let url, let other): "\(url): this server now speaks \(other); use --source \(other)=\(url)"
        }
    }
}
