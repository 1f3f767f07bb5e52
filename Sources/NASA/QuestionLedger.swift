internal import Days

/// The questions that one pass asks, for entries and for pictures: each request goes by here before it is sent, redirects
/// and repetitions among them.
///
/// An address is asked at most twice for one day, and all of them together no more often than the days of the pass may
/// take. So a pass ends, whatever servers answer.
struct QuestionLedger: Sendable {
    static let mostPerAddress = 2
    /// A day takes one question mostly; four, where what is asked first and what stands in for it both redirect.
    static let mostPerDay = 4
    /// For what concerns no single day: lists, and finding out what a server is at.
    static let more = 50

    /// How many were asked.
    private(set) var count = 0
    private var most = more
    /// How often, by the hash of address and day: there may be thirty thousand of them.
    private var asked: [Int: Int] = [:]
    private var repeated: Set<Day> = []

    enum Verdict {
        case granted
        /// That address was asked often enough.
        case askedTwice
        /// The pass has asked all that it may.
        case spent
    }

    mutating func allow(days: Int) {
        most = days * Self.mostPerDay + Self.more
    }

    /// Counts a question that may be asked.
    ///
    /// - Parameter day: that it is about; `nil` for one about many, or none. Days may share a picture: each asks for it.
    mutating func ask(_ address: String, for day: Day?) -> Verdict {
        guard count < most else { return .spent }
        var hasher = Hasher()
        hasher.combine(address)
        hasher.combine(day)
        let key = hasher.finalize()
        let before = asked[key, default: 0]
        guard before < Self.mostPerAddress else { return .askedTwice }
        asked[key] = before + 1
        count += 1
        if before > 0, let day { repeated.insert(day) }
        return .granted
    }

    /// Whether some address was asked for the day as often as it may be.
    func hasRepeated(_ day: Day) -> Bool { repeated.contains(day) }
}
