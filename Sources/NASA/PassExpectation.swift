public import Days

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
