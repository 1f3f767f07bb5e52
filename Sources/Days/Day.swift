public import JSON

/// A day of the proleptic Gregorian calendar: the key of everything in a mirror.
///
/// Titles, file names and addresses repeat over the thirty years; dates do not.
public struct Day: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01.
    public let number: Int

    /// The first Astronomy Picture of the Day.
    public static let first = Day(unchecked: 1995, 6, 16)

    public init(number: Int) {
        self.number = number
    }

    /// Returns `nil` when the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Self.length(ofMonth: month, year)).contains(day)
        else { return nil }
        self.init(unchecked: year, month, day)
    }

    private static func length(ofMonth month: Int, _ year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private init(unchecked year: Int, _ month: Int, _ day: Int) {
        // The year starts in March here, so the leap day comes last and one formula fits all months.
        let shifted = month > 2 ? year : year - 1
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        number = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    public var parts: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * march + 2) / 5 + 1)
    }

    public static func < (left: Day, right: Day) -> Bool {
        left.number < right.number
    }
}

extension Day: Strideable {
    public func distance(to other: Day) -> Int {
        other.number - number
    }

    public func advanced(by days: Int) -> Day {
        Day(number: number + days)
    }
}

extension Day {
    /// The year's months from January to December, in the form of ``month``.
    public static func months(ofYear year: String) -> [String] {
        (1...12).map { "\(year)-\($0.twoDigits)" }
    }

    /// The days of a month such as `2026-11`; none for a text that is no month.
    public static func span(ofMonth month: String) -> Range<Day> {
        guard let first = Day("\(month)-01") else { return Day.first..<Day.first }
        let (year, number, _) = first.parts
        let next = Day(year: number == 12 ? year + 1 : year, month: number % 12 + 1, day: 1)
        return first..<(next ?? first)
    }
}

extension Day: CustomStringConvertible {
    /// `2026-11-20`
    public var description: String { text(10) }

    /// `2026-11`, the name of the day's month folder.
    public var month: String { text(7) }

    /// `2026`, the name of the day's year folder.
    public var year: String { text(4) }

    /// The first `length` bytes of ``description``, made without a text for each number: a start needs tens of
    /// thousands.
    private func text(_ length: Int) -> String {
        let (year, month, day) = parts
        return String(unsafeUninitializedCapacity: length) { bytes in
            var rest = year.magnitude * 10_000 + (month * 100 + day).magnitude
            for place in stride(from: 9, through: 0, by: -1) {
                var byte = UInt8(ascii: "-")
                if place != 4, place != 7 {
                    byte = UInt8(ascii: "0") + UInt8(rest % 10)
                    rest /= 10
                }
                if place < length { bytes[place] = byte }
            }
            return length
        }
    }

    /// Reads `2026-11-20` and nothing else.
    public init?(_ text: some StringProtocol) {
        self.init(text.utf8)
    }

    /// Reads `2026-11-20` as bytes, and nothing else.
    public init?(_ text: some Sequence<UInt8>) {
        var (digits, length) = (0, 0)
        for byte in text {
            switch length {
            case 4, 7: guard byte == UInt8(ascii: "-") else { return nil }
            case 0..<10:
                guard byte.isASCIIDigit else { return nil }
                digits = digits * 10 + Int(byte - UInt8(ascii: "0"))
            default: return nil
            }
            length += 1
        }
        guard length == 10 else { return nil }
        self.init(year: digits / 10_000, month: digits / 100 % 100, day: digits % 100)
    }
}

extension Day {
    /// `261120`, as apod-basic writes a day.
    public var sixDigits: String {
        String(decoding: description.utf8.dropFirst(2).filter(\.isASCIIDigit), as: UTF8.self)
    }

    /// Reads ``sixDigits``: years from 95 on belong to the last century.
    public init?(sixDigits text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 6, let year = value(of: bytes[0..<2]), let month = value(of: bytes[2..<4]),
            let day = value(of: bytes[4..<6])
        else { return nil }
        self.init(year: year < 95 ? 2_000 + year : 1_900 + year, month: month, day: day)
    }
}

extension Day: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let day = Day(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "\(text) is not a day such as 2026-11-20"))
        }
        self = day
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// A dictionary whose keys are days is an object in JSON.
extension Day: CodingKeyRepresentable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }

    public init?(codingKey: some CodingKey) { self.init(codingKey.stringValue) }

    public var codingKey: any CodingKey { Key(stringValue: description) }
}

private func value(of digits: ArraySlice<UInt8>) -> Int? {
    var sum = 0
    for digit in digits {
        guard digit.isASCIIDigit else { return nil }
        sum = sum * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return sum
}

// MARK: - JSON

extension Day: JSONReadable {
    public init(reading reader: inout JSONReader) throws(NotJSON) { self = try reader.required(Day(try reader.text())) }
}

/// The first of two members with one day counts.
extension Dictionary: JSONReadable where Key == Day, Value: JSONReadable {
    public init(reading reader: inout JSONReader) throws(NotJSON) {
        self = [:]
        try reader.members { name, reader throws(NotJSON) in
            let (day, value) = (try reader.required(Day(name)), try reader.read(Value.self))
            if self[day] == nil { self[day] = value }
        }
    }
}

// MARK: - Gaps

extension Day {
    /// Days on which NASA published nothing: the first picture had no successor for three days, and on 2020-06-10 there
    /// was none, in solidarity.
    public static let withoutPicture: Set<Day> = Set(
        ["1995-06-17", "1995-06-18", "1995-06-19", "2020-06-10"].compactMap { Day($0) })
}
