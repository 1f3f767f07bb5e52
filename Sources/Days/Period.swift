/// All of the mirror's time, a year, a month or a day, as people and addresses write it: `all`, `2026`, `2026-11`,
/// `2026-11-20`.
public struct Period: Hashable, Sendable, CustomStringConvertible {
    public let description: String
    public let days: ClosedRange<Day>

    /// All days that there are names for.
    public static let all = Period("all", Day(number: -719_162)...Day(number: 2_932_896))

    private init(_ description: String, _ days: ClosedRange<Day>) {
        self.description = description
        self.days = days
    }

    public init(_ day: Day) {
        self.init(day.description, day...day)
    }

    /// Reads what ``description`` writes, and nothing else.
    public init?(_ text: some StringProtocol) {
        let text = String(text)
        switch text.utf8.count {
        case _ where text == Self.all.description: self = .all
        case 4:
            guard let first = Day(text + "-01-01"), let last = Day(text + "-12-31") else { return nil }
            self.init(text, first...last)
        case 7:
            let days = Day.span(ofMonth: text)
            guard let first = days.first, let last = days.last else { return nil }
            self.init(text, first...last)
        default:
            guard let day = Day(text) else { return nil }
            self.init(day)
        }
    }

    /// The year of all time, the month of a year or the day of a month that a day is in; `nil` in a day, which has no parts.
    public func part(of day: Day) -> Period? {
        switch description.utf8.count {
        case 3: Period(day.year)
        case 4: Period(day.month)
        case 7: Period(day)
        default: nil
        }
    }
}
