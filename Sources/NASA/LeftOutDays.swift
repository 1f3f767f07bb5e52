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
    /// Days that the source said today it has nothing for: they are not asked for by themselves again.
    public var answered: Set<Day>
    /// Those, and days that it said so of yesterday, or for good: when a list leaves them out, that is no news.
    public var quiet: Set<Day>

    public init(wanted: Set<Day>? = nil, answered: Set<Day> = [], quiet: Set<Day> = []) {
        self.wanted = wanted
        self.answered = answered
        self.quiet = quiet
    }

    func asksAlone(for day: Day) -> Bool {
        !answered.contains(day) && wanted?.contains(day) ?? true
    }
}
