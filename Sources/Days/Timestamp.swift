internal import Glibc
public import JSON

/// A moment in whole seconds, written as UTC: `2026-11-20T14:03:07Z`.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Seconds since 1970.
    public let seconds: Int64

    public init(seconds: Int64) {
        self.seconds = seconds
    }

    public static var now: Timestamp {
        // `time(nil)` is a few milliseconds behind, so a timer set for a second would wake before it.
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Timestamp(seconds: Int64(now.tv_sec))
    }

    /// The day in UTC.
    public var day: Day {
        Day(number: Int((Double(seconds) / 86_400).rounded(.down)))
    }

    /// Noon UTC: the same date in every time zone that matters.
    public static func noon(of day: Day) -> Timestamp {
        Timestamp(seconds: Int64(day.number) * 86_400 + 43_200)
    }

    /// The modification time of a day's picture: noon, and another time for each picture that took a former one's place, since
    /// file managers know by the time whether their thumbnail is of this one. Some disks keep only every second one.
    public static func ofPicture(of day: Day, replacements: Int) -> Timestamp {
        noon(of: day) + 2 * min(replacements, mostReplacements)
    }

    /// How many pictures of the day came before the one with this modification time; `nil` for a time that no picture of the
    /// day gets.
    public func replacements(of day: Day) -> Int? {
        let later = seconds - Self.noon(of: day).seconds
        return (0...2 * Int64(Self.mostReplacements)).contains(later) ? Int(later / 2) : nil
    }

    /// The most that are counted.
    public static let mostReplacements = 1_000

    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.seconds < right.seconds
    }

    public static func + (time: Timestamp, seconds: Int) -> Timestamp {
        Timestamp(seconds: time.seconds + Int64(seconds))
    }
}

extension Timestamp: CustomStringConvertible {
    public var description: String {
        let inDay = Int(seconds - Int64(day.number) * 86_400)
        let clock = [inDay / 3_600, inDay / 60 % 60, inDay % 60].map(\.twoDigits).joined(separator: ":")
        return "\(day)T\(clock)Z"
    }

    /// Reads the form of ``description`` and nothing else.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 20, bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
            bytes[16] == UInt8(ascii: ":"), bytes[19] == UInt8(ascii: "Z"),
            let day = Day(text.prefix(10)),
            let hour = Self.number(bytes[11..<13]), hour < 24, let minute = Self.number(bytes[14..<16]), minute < 60,
            let second = Self.number(bytes[17..<19]), second < 60
        else { return nil }
        seconds = Int64(day.number) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
    }

    /// Reads two digits; `Int` would accept a sign, too.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.allSatisfy(\.isASCIIDigit) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}

extension Timestamp: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let timestamp = Timestamp(text) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath, debugDescription: "\(text) is no time such as 2026-11-20T14:03:07Z")
            )
        }
        self = timestamp
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

// MARK: - JSON

extension Timestamp: JSONReadable {
    public init(reading reader: inout JSONReader) throws(NotJSON) {
        self = try reader.required(Timestamp(try reader.text()))
    }
}

// MARK: - HTTP

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

    /// The seconds of a `Retry-After`, which is a number or a date, and 0 for a date that is over; `nil` for anything else.
    ///
    /// - Parameter now: when the answer was made, in seconds since 1970.
    public static func wait(_ header: String, now: Int?) -> Int? {
        let words = header.split(separator: " ")
        if words.count == 1, words[0].utf8.allSatisfy(\.isASCIIDigit) { return Int(words[0]) ?? .max }
        guard let now, let date = unixTime(header) else { return nil }
        let (wait, overflow) = date.subtractingReportingOverflow(now)
        return overflow ? .max : max(0, wait)
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
