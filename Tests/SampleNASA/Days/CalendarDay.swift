/// A day of the proleptic Gregorian calendar, without clock or time zone.
struct CalendarDay: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01.
    let ordinal: Int
    let year: Int
    let month: Int
    let day: Int

    /// The first Astronomy Picture of the Day.
    static let beginning = CalendarDay(ordinal: 9297)

    init(ordinal: Int) {
        self.ordinal = ordinal
        // Counted from 0000-03-01, so that the leap day is the last of its year.
        let shifted = ordinal + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), (1...31).contains(day), (1...9999).contains(year) else { return nil }
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        self.init(ordinal: era * 146_097 + dayOfEra - 719_468)
        guard self.month == month, self.day == day else { return nil }
    }

    /// Reads `YYYY-MM-DD` and nothing else.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2] else { return nil }
        let numbers = parts.compactMap { CalendarDay.number($0) }
        guard numbers.count == 3 else { return nil }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    }

    /// Reads NASA's `YYMMDD`: 95 to 99 are of the last century, all others of this one.
    init?(short text: some StringProtocol) {
        guard text.utf8.count == 6, let digits = CalendarDay.number(text) else { return nil }
        let year = digits / 10_000
        self.init(year: year >= 95 ? 1900 + year : 2000 + year, month: digits / 100 % 100, day: digits % 100)
    }

    /// The day a test names; a date that is none is the test's own mistake and stops it.
    static func named(_ text: String) -> CalendarDay {
        guard let day = CalendarDay(text) else { preconditionFailure("'\(text)' is not a date like 2026-11-20") }
        return day
    }

    var text: String {
        [(year, 4), (month, 2), (day, 2)].map { CalendarDay.padded($0.0, $0.1) }.joined(separator: "-")
    }

    /// NASA's `YYMMDD`.
    var short: String { [year % 100, month, day].map { CalendarDay.padded($0, 2) }.joined() }

    /// 0 is Sunday.
    var weekday: Int { ((ordinal + 4) % 7 + 7) % 7 }

    var monthName: String { CalendarDay.monthNames[month - 1] }

    func advanced(by days: Int) -> CalendarDay { CalendarDay(ordinal: ordinal + days) }

    static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.ordinal < right.ordinal }

    static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func number(_ text: some StringProtocol) -> Int? {
        text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
    }

    private static let monthNames = [
        "January", "February", "March", "April", "May", "June",
        "July", "August", "September", "October", "November", "December",
    ]
}
