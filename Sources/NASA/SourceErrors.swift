/// Why one day has no entry. None of these is final for ever.
public enum EntryError: Error, Equatable, Sendable {
    /// The source has nothing for that day.
    case notPublished(Absence)
    /// A list of the source's leaves the day out, and it said nothing of the day alone; with why, if it was asked.
    case leftOut(String?)
    /// An answer came and must not be believed.
    case suspicious(String)
    /// No answer that could be read came: network, server or format.
    case failed(String)
}

/// How it is known that the source has nothing for a day.
public enum Absence: Equatable, Sendable {
    /// It said so to a question for that very day, and the day is old enough for that to mean it.
    case confirmed
    /// It said so of a day that may still come; today's may be left out of a list for that, too.
    case notYet
    /// It said so before, and leaves the day out of a list.
    case stillNotYet
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
    /// The pass has asked as many questions as its days may take.
    case spent(url: String, questions: Int)
    /// The other API answers at this address.
    case speaks(url: String, other: String)
}

extension EntryError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notPublished(.confirmed): "NASA says there is no picture for that day"
        case .notPublished: "NASA has not published that day yet"
        case .leftOut(nil):
            "NASA's list of days leaves it out; it is asked for by itself with one of the next syncs"
        case .leftOut(let reason?): "NASA's list of days leaves it out, and asked for by itself: \(reason)"
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
        case .spent(let url, let questions):
            "\(url) was not asked any more: \(questions) questions are as many as the days of this sync may take, and the "
                + "next one goes on"
        case .speaks(let url, let other): "\(url): this server now speaks \(other); use --source \(other)=\(url)"
        }
    }
}
