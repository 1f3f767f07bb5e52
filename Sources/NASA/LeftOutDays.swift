public import Days

/// Days that a list leaves out although they lie in its range: a list may be old, cut short, or another request's.
///
/// The list proves nothing about such a day. The newest are asked for by themselves; days that remain unknown are
/// reported as missing.
struct LeftOutDays: Sendable {
    /// The number of single days that one pass asks for, besides today.
    static let most = 5
    /// The number of days in a row missing from lists after which lists are not worth asking for.
    static let longest = 100

    private var asked = 0
    private var inRow = 0
    private(set) var days: Set<Day> = []

    mutating func mayAsk() -> Bool {
        guard asked < Self.most else { return false }
        asked += 1
        return true
    }

    /// - Parameter found: the number of days of the block that have an entry.
    mutating func recordBlock(_ days: Int, found: Int) {
        inRow = found == 0 ? inRow + days : 0
    }

    mutating func record(_ day: Day) {
        days.insert(day)
    }

    /// The reason why no more lists are asked for; `nil` while they may be.
    var reason: String? {
        inRow < Self.longest ? nil : "its lists leave out \(inRow) days in a row, and NASA has published them"
    }
}

/// A pass's knowledge of days before it asks for them.
public struct PassExpectation: Sendable {
    /// The days that the mirror lacks; `nil` for any.
    public var wanted: Set<Day>?
    /// Days that the source said it has nothing for yet, with the day on which it last said so.
    public var notYet: [Day: Day]
    /// Old days that the source said it has nothing for.
    public var absent: Set<Day>

    public init(wanted: Set<Day>? = nil, notYet: [Day: Day] = [:], absent: Set<Day> = []) {
        self.wanted = wanted
        self.notYet = notYet
        self.absent = absent
    }

    /// The number of days for which a left-out day is taken to be still missing. It is longer than asking for sixty
    /// such days by themselves takes, five in a pass and new ones first.
    static let memory = 20

    /// Whether the source is known to lack the day, so that a list without it is no news.
    func isQuiet(_ day: Day, on today: Day) -> Bool {
        absent.contains(day) || notYet[day].map { $0.distance(to: today) <= Self.memory } == true
    }

    func isWanted(_ day: Day) -> Bool { wanted?.contains(day) ?? true }

    /// The next of these days to ask for by itself: the newest that the source never answered about, else the one asked
    /// for longest ago; never the same day twice a day.
    func next(of days: Set<Day>, on today: Day) -> Day? {
        let askable = days.filter { (notYet[$0] ?? .first) < today && isWanted($0) }
        return askable.min { (notYet[$0] ?? .first, $1) < (notYet[$1] ?? .first, $0) }
    }
}
