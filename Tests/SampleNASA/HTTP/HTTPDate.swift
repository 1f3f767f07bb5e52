/// Times as HTTP writes them: `Fri, 20 Nov 2026 05:05:00 GMT`.
enum HTTPDate {
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    static func text(_ seconds: Int) -> String {
        let day = CalendarDay(ordinal: seconds / 86_400)
        let time = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60].map { CalendarDay.padded($0, 2) }
        return "\(weekdays[day.weekday]), \(CalendarDay.padded(day.day, 2)) \(months[day.month - 1]) \(day.year) "
            + time.joined(separator: ":") + " GMT"
    }

    static func seconds(_ text: String) -> Int? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, let date = Int(parts[1]), let month = months.firstIndex(of: String(parts[2])),
            let year = Int(parts[3]), let day = CalendarDay(year: year, month: month + 1, day: date)
        else { return nil }
        let time = parts[4].split(separator: ":").compactMap { Int($0) }
        guard time.count == 3 else { return nil }
        return day.ordinal * 86_400 + time[0] * 3_600 + time[1] * 60 + time[2]
    }
}
