public import Days

/// Days that lists leave out although they answer for them: a list may be old, cut short, or another question's.
///
/// It says nothing of such a day. The newest are asked for by themselves; those that nothing is known of after that are
/// told to be missing.
struct LeftOutDays: Sendable {
    /// So many single days are asked for in one pass.
    static let most = 5
    /// So many days in a row are in no list: then the lists are not worth asking for.
    static let longest = 100

    private var questions = 0
    private var inRow = 0
    private(set) var days: Set<Day> = []

    mutating func mayAsk() -> Bool {
        guard questions < Self.most else { return false }
        questions += 1
        return true
    }

    /// - Parameter found: how many days of a block the answers to it had.
    mutating func noteBlock(_ days: Int, found: Int) {
        inRow = found == 0 ? inRow + days : 0
    }

    mutating func note(_ day: Day) {
        days.insert(day)
    }

    /// Why no more lists are asked for; `nil` while they may be.
    var reason: String? {
        inRow < Self.longest ? nil : "its lists leave out \(inRow) days in a row, and NASA has published them"
    }
}

/// What a pass knows of days before it asks for them.
public struct PassExpectation: Sendable {
    /// The days that it lacks; `nil` for any.
    public var wanted: Set<Day>?
    /// Days that the source said it has nothing for yet, with the day when it said so last.
    public var notYet: [Day: Day]
    /// Old days that it said so of for good.
    public var absent: Set<Day>

    public init(wanted: Set<Day>? = nil, notYet: [Day: Day] = [:], absent: Set<Day> = []) {
        self.wanted = wanted
        self.notYet = notYet
        self.absent = absent
    }

    /// For so many days it is believed that a day that a list leaves out has still not come: sixty of them take less than
    /// that to be asked for by themselves, five with a pass and new ones first.
    static let memory = 20

    /// Whether it is no news when a list leaves the day out.
    func isQuiet(_ day: Day, on today: Day) -> Bool {
        absent.contains(day) || notYet[day].map { $0.distance(to: today) <= Self.memory } == true
    }

    /// Which of these days is asked for by itself next: the newest that nothing was ever said of, else the one that was
    /// asked for longest ago; never one twice a day.
    func next(of days: Set<Day>, on today: Day) -> Day? {
        let askable = days.filter { (notYet[$0] ?? .first) < today && wanted?.contains($0) ?? true }
        return askable.min { (notYet[$0] ?? .first, $1) < (notYet[$1] ?? .first, $0) }
    }
}
