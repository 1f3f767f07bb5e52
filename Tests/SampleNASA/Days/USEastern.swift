import Days

/// The calendar of the US east coast, where a new picture appears just after midnight.
public enum USEastern {
    /// The date there when this process began. Midnight changes nothing of a server, nor of what a test expects of it.
    public static let today = LocalTime.eastern.day(at: .now).description

    /// The date so many days after, or before, another.
    public static func day(_ date: String, plus days: Int) -> String {
        CalendarDay.named(date).advanced(by: days).text
    }
}
