/// Numbers as people read them: decimal units, no more digits than matter.
public enum Quantity {
    /// `92 MB`, `1.4 GB`, `812 bytes`.
    public static func bytes(_ count: Int) -> String {
        guard count.magnitude >= 1_000 else { return plural(count, "byte") }
        var value = Double(count)
        var unit = 0
        while value.magnitude >= 999.5, unit < units.count {
            value /= 1_000
            unit += 1
        }
        return "\(short(value)) \(units[unit - 1])"
    }

    /// `4.1 MB/s`
    public static func rate(_ bytesPerSecond: Double) -> String {
        guard bytesPerSecond.isFinite, bytesPerSecond < 1e15 else { return "0 bytes/s" }
        return bytes(Int(max(0, bytesPerSecond))) + "/s"
    }

    /// `11,387`
    public static func count(_ number: Int) -> String {
        let digits = String(number.magnitude)
        let grouped = digits.enumerated().map { place, digit in
            place > 0 && (digits.count - place).isMultiple(of: 3) ? ",\(digit)" : "\(digit)"
        }
        return (number < 0 ? "-" : "") + grouped.joined()
    }

    /// `1 picture`, `31 pictures`, `2 entries`.
    public static func plural(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        "\(count(number)) \(number == 1 ? one : many ?? one + "s")"
    }

    /// The two largest parts, the rest cut off: `0.4 s`, `20 s`, `3 min 20 s`, `2 h`, `1 day 4 h`.
    public static func duration(_ duration: Duration) -> String {
        let (whole, rest) = duration.components
        let seconds = max(0, whole)
        let tenths = max(0, rest) / 100_000_000_000_000_000
        switch seconds {
        case 0: return tenths == 0 ? "0 s" : "0.\(tenths) s"
        case ..<60: return "\(seconds) s"
        case ..<3_600: return parts("\(seconds / 60) min", seconds % 60, "s")
        case ..<86_400: return parts("\(seconds / 3_600) h", seconds / 60 % 60, "min")
        default: return parts(plural(Int(seconds / 86_400), "day"), seconds / 3_600 % 24, "h")
        }
    }

    /// `20 November 2026`
    public static func date(_ day: Day) -> String {
        let (year, month, number) = day.parts
        return "\(number) \(months[month - 1]) \(year)"
    }

    /// `~/Pictures/APOD` for what lies in the home folder.
    public static func path(_ path: String, home: String?) -> String {
        guard let home, home.count > 1, path == home || path.hasPrefix(home + "/") else { return path }
        return "~" + path.dropFirst(home.count)
    }

    private static func parts(_ large: String, _ small: Int64, _ unit: String) -> String {
        small == 0 ? large : "\(large) \(small) \(unit)"
    }

    /// The number with one decimal below ten, and none from there on; `1 GB` rather than `1.0 GB`.
    private static func short(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        guard tenths.magnitude < 100, tenths % 10 != 0 else { return String(Int(value.rounded())) }
        return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
    }

    private static let units = ["kB", "MB", "GB", "TB", "PB", "EB"]
    public static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}
