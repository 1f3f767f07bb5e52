internal import Days

/// Counts the requests of one pass, for entries and for pictures: each is granted here before it is sent, redirects and
/// repetitions included.
///
/// An address is asked at most twice for one day, and the total is limited by the number of the pass's days. So a pass
/// ends, whatever servers answer.
struct RequestLedger: Sendable {
    static let mostPerAddress = 2
    /// A day mostly takes one request; it takes four where the original and its replacement both redirect.
    static let mostPerDay = 4
    /// Three pieces each for four files of one length, and some redirects.
    static let mostComparisons = 16
    /// The requests that concern no single day: lists, and tests of a server.
    static let more = 50

    /// The number of granted requests.
    private(set) var count = 0
    private var most = more
    /// The number of requests by the hash of address and day, of which there may be thirty thousand.
    private var asked: [Int: Int] = [:]
    private var repeated: Set<Day> = []
    /// The number of requests for pieces of a day's picture, which count for themselves.
    private var compared: [Day: Int] = [:]

    /// Whether the pass has used up its requests.
    var isSpent: Bool { count >= most }

    mutating func allow(days: Int) {
        most = days * Self.mostPerDay + Self.more
    }

    /// Grants and counts a request, unless the pass or the address was asked as often as it may be.
    ///
    /// - Parameter day: the day that the request is for; `nil` for several days, or none. Days may share a picture:
    ///   each asks for it.
    mutating func ask(_ address: String, for day: Day?) -> Bool {
        if isSpent { return false }
        var hasher = Hasher()
        hasher.combine(address)
        hasher.combine(day)
        let key = hasher.finalize()
        let before = asked[key, default: 0]
        guard before < Self.mostPerAddress else { return false }
        asked[key] = before + 1
        count += 1
        if before > 0, let day { repeated.insert(day) }
        return true
    }

    /// Grants and counts a request for a piece of a day's picture, to compare a file with.
    mutating func compare(for day: Day) -> Bool {
        compared[day, default: 0] += 1
        return compared[day, default: 0] <= Self.mostComparisons
    }

    /// Whether an address was asked for the day as often as it may be.
    func hasRepeated(_ day: Day) -> Bool { repeated.contains(day) }
}
