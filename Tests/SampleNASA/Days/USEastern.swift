import Glibc

/// The calendar of the US east coast, where a new picture appears just after midnight.
public enum USEastern {
    /// The date there now.
    public static var today: String { date(at: Int(time(nil))) }

    /// The date there at a time given in seconds since 1970, by the rule of 2007: summer time from the second Sunday
    /// of March to the first Sunday of November, each at 2:00 local time.
    public static func date(at seconds: Int) -> String {
        let year = CalendarDay(ordinal: floorDivide(seconds, 86_400)).year
        // 2:00 winter time is 7:00 UTC, 2:00 summer time is 6:00 UTC.
        let summerStarts = sunday(2, month: 3, year: year) * 86_400 + 7 * 3_600
        let summerEnds = sunday(1, month: 11, year: year) * 86_400 + 6 * 3_600
        let offset = (summerStarts..<summerEnds).contains(seconds) ? -4 : -5
        return CalendarDay(ordinal: floorDivide(seconds + offset * 3_600, 86_400)).text
    }

    /// The date so many days after, or before, another.
    public static func day(_ date: String, plus days: Int) -> String {
        CalendarDay.named(date).advanced(by: days).text
    }

    private static func sunday(_ count: Int, month: Int, year: Int) -> Int {
        guard let first = CalendarDay(year: year, month: month, day: 1) else { return 0 }
        return first.ordinal + (7 - first.weekday) % 7 + (count - 1) * 7
    }

    private static func floorDivide(_ value: Int, _ divisor: Int) -> Int {
        value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor)
    }
}
