internal import Days

extension Day {
    private static let weekdays = [
        "Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday",
    ]

    /// `November 20`
    var inItsYear: String {
        "\(Quantity.months[parts.month - 1]) \(parts.day)"
    }

    /// `November 20, 2026`
    var inShort: String {
        "\(inItsYear), \(year)"
    }

    /// `Friday, November 20`
    var inItsWeek: String {
        "\(Self.weekdays[(number % 7 + 7) % 7]), \(inItsYear)"
    }

    /// `Friday, November 20, 2026`
    var inWords: String {
        "\(inItsWeek), \(year)"
    }

    /// `November 2026` for `2026-11`.
    static func monthInWords(_ month: String) -> String {
        let parts = month.split(separator: "-")
        guard parts.count == 2, let number = Int(parts[1]), Quantity.months.indices.contains(number - 1) else {
            return month
        }
        return "\(Quantity.months[number - 1]) \(parts[0])"
    }
}
