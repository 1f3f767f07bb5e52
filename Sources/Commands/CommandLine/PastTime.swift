internal import Days

/// A time in the past, as a person writes it on the command line.
enum PastTime: Equatable, Sendable {
    /// The midnight a local day began with.
    case day(Day)
    /// Midnight, so many local days ago.
    case daysAgo(Int)
    /// A local day and so many seconds into it.
    case local(Day, second: Int)
    case utc(Timestamp)
    /// A time so many seconds ago.
    case ago(Int)
}

extension PastTime {
    /// The forms that are understood, for help and errors.
    static let forms = "2026-11-20, 2026-11-20T14:03 (local time; with a Z behind it UTC), 45m, 2h, 3d or 1w"

    /// `nil` when the text has none of ``forms``.
    init?(_ text: String) {
        switch text {
        case "today": self = .daysAgo(0)
        case "yesterday": self = .daysAgo(1)
        default:
            guard let time = Self.age(text) ?? Day(text).map(Self.day) ?? Self.dayAndTime(text) else { return nil }
            self = time
        }
    }

    func timestamp(now: Timestamp, _ local: LocalTime) -> Timestamp {
        switch self {
        case .day(let day): local.timestamp(day, second: 0)
        case .daysAgo(let days): local.timestamp(local.day(at: now).advanced(by: -days), second: 0)
        case .local(let day, let second): local.timestamp(day, second: second)
        case .utc(let time): time
        case .ago(let seconds): now + -seconds
        }
    }

    private static func age(_ text: String) -> PastTime? {
        let units = ["m": 60, "h": 3_600, "d": 86_400, "w": 604_800]
        let digits = text.utf8.dropLast()
        // Six digits of weeks reach back beyond every mirror, and no number overflows.
        guard (1...6).contains(digits.count), digits.allSatisfy(\.isASCIIDigit),
            let number = Int(text.dropLast()), let unit = text.last.flatMap({ units[String($0)] })
        else { return nil }
        return .ago(number * unit)
    }

    private static func dayAndTime(_ text: String) -> PastTime? {
        let isUTC = text.hasSuffix("Z")
        var form = Array((isUTC ? text.dropLast() : text[...]).utf8)
        guard form.count == 16 || form.count == 19, form[10] == UInt8(ascii: " ") || form[10] == UInt8(ascii: "T")
        else { return nil }
        form[10] = UInt8(ascii: "T")
        if form.count == 16 { form += Array(":00".utf8) }
        guard let time = Timestamp(String(decoding: form, as: UTF8.self) + "Z") else { return nil }
        return isUTC ? .utc(time) : .local(time.day, second: Int(time.seconds) - time.day.number * 86_400)
    }
}
