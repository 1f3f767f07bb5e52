public import Days
public import Transfer

/// A source of the days' entries: one of NASA's two servers, or what others have kept of them.
public protocol EntrySource: Sendable {
    /// `apod-basic` or `planetary-apod`, as metadata and settings name it.
    var name: String { get }
    /// The base of its addresses; a pause that the server asks for applies to it.
    var address: String { get }
    /// The number of days that are asked for at a time: those that one request may span.
    var blockLength: Int { get }
    /// Whether what it says is a server's word, so that its silence about a day tells something.
    var isServer: Bool { get }

    /// Sends the smallest request that there is, because its answer tells the time.
    func greet(_ watch: PassWatch) async throws(SourceError)

    /// The answers to a block of days, newest first.
    ///
    /// A bad day is a failure of its own and leaves its neighbours alone. Days without an answer are unknown, not missing:
    /// the watch knows the error that ended the pass.
    func entries(in days: ClosedRange<Day>, watch: PassWatch) async throws -> [DayAnswer]
}

extension EntrySource {
    public var isServer: Bool { true }
    public var blockLength: Int { 25 }
    public func greet(_ watch: PassWatch) async throws(SourceError) {}
}

public struct DayAnswer: Sendable {
    public var day: Day
    public var result: Result<Entry, EntryError>

    public init(day: Day, result: Result<Entry, EntryError>) {
        (self.day, self.result) = (day, result)
    }
}

/// The reason why a day has no entry. None is final.
public enum EntryError: Error, Equatable, Sendable, CustomStringConvertible {
    case notPublished(Absence)
    /// A list leaves the day out and says no more of it; with the failure of a request for it alone.
    case leftOut(String?)
    /// The answer must not be believed.
    case suspicious(String)
    /// No readable answer came: network, server or format.
    case failed(String)

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

/// The evidence that the source has nothing for a day.
public enum Absence: Equatable, Sendable {
    /// The source said so to a request for that very day, and the day is old enough for that to be meant.
    case confirmed
    /// The source said so of a day that may still come, or left today out of a list and has it nowhere else.
    case notYet
    /// The source said so before, and still leaves the day out of a list.
    case stillNotYet
}

/// An error that stops a whole source, and with it the pass.
public enum SourceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The server answered 429, with the seconds to wait, already clamped.
    case rateLimited(url: String, seconds: Int)
    /// The server refuses every answer: a key is missing or wrong, or the address is blocked.
    case refused(url: String, status: Int, reason: String)
    /// No connection could be made, or a gateway says that its server is down.
    case unreachable(url: String, reason: String)
    /// The source's answers, taken together, cannot be right.
    case doubtful(url: String, reason: String)
    /// The pass has sent as many requests as its days allow.
    case spent(url: String, requests: Int)
    /// A server of the other API answers at the source's address.
    case otherForm(OtherForm)

    public var description: String {
        switch self {
        case .rateLimited(let url, let seconds): "\(url) asks to be left alone for \(seconds) s"
        case .refused(let url, let status, let reason): "\(url) refuses to answer (\(status)): \(reason)"
        case .unreachable(let url, let reason): "\(url) cannot be reached: \(reason)"
        case .doubtful(let url, let reason): "\(url) is not to be believed at the moment: \(reason)"
        case .spent(let url, let requests):
            "\(url) was not asked any more: \(requests) requests are the most that the days of this sync may take, and the "
                + "next one goes on"
        case .otherForm(let form): form.description
        }
    }
}

/// The wait that a server asks for.
public enum RetryAfter {
    /// The wait in seconds when the server gives none that can be read.
    static let unsaid = 15 * 60
    /// NASA's gateway has asked for sixteen hours where an hour was meant.
    public static let longest = 6 * 3_600

    /// The seconds of an answer's header, between one and ``longest``.
    ///
    /// - Parameter now: the time in seconds since 1970, where the answer does not tell its own.
    public static func seconds(_ headers: Headers, now: Int) -> Int {
        headers.retryAfter(now: now).map { min(max($0, 1), longest) } ?? unsaid
    }
}
