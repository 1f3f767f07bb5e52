/// Times in the format of HTTP.
public enum HTTPDate {
    /// Seconds since 1970 of `Sun, 06 Nov 1994 08:49:37 GMT` and its two older forms; `nil` for anything else.
    public static func unixTime(_ text: String) -> Int? {
        var day: Int?
        var month: Int?
        var year: Int?
        var clock: (Int, Int, Int)?
        for word in text.prefix(64).split(whereSeparator: { $0 == " " || $0 == "," || $0 == "-" }) {
            if let index = months.firstIndex(of: word.lowercased()) {
                month = index + 1
            } else if word.contains(":") {
                clock = time(word)
            } else if word.utf8.allSatisfy(\.isASCIIDigit), let number = Int(word) {
                if day == nil { day = number } else { year = word.utf8.count == 2 ? century(number) : number }
            }
        }
        guard let day, let month, let year, let clock, let date = Day(year: year, month: month, day: day) else {
            return nil
        }
        return date.number * 86_400 + clock.0 * 3_600 + clock.1 * 60 + clock.2
    }

    /// The time as `Sun, 06 Nov 1994 08:49:37 GMT`, from seconds since 1970.
    public static func text(_ seconds: Int) -> String {
        let day = Timestamp(seconds: Int64(seconds)).day
        let second = seconds - day.number * 86_400
        let (_, month, date) = day.parts
        // 1970-01-01 was a Thursday; a disk's clock may have stood before it.
        let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][(day.number % 7 + 7) % 7]
        let clock = [second / 3_600, second / 60 % 60, second % 60].map(\.twoDigits).joined(separator: ":")
        let name = months[month - 1].prefix(1).uppercased() + months[month - 1].dropFirst()
        return "\(weekday), \(date.twoDigits) \(name) \(day.year) \(clock) GMT"
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    private static func century(_ year: Int) -> Int {
        year < 70 ? 2000 + year : 1900 + year
    }

    private static func time(_ word: Substring) -> (Int, Int, Int)? {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2],
            (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        return (hour, minute, second)
    }
}
