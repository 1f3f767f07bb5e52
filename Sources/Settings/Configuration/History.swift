package import Days

/// How far back a mirror reaches.
package enum History: Equatable, Sendable {
    case month, year, all
    case days(Int)
    case since(Day)

    /// Reads `month`, `year`, `all`, `90`, `90 days` and `2020-01-01`.
    package init?(_ text: String) {
        switch text {
        case "month": self = .month
        case "year": self = .year
        case "all": self = .all
        default:
            if let days = numberOfDays(text) {
                self = .days(days)
            } else if let day = Day(text) {
                self = .since(day)
            } else {
                return nil
            }
        }
    }

    /// The first day to have, today counted among the days; never before the first picture, never after today.
    package func startDay(today: Day) -> Day {
        let start =
            switch self {
            case .all: Day.first
            case .since(let day): day
            case .month, .year, .days: today.advanced(by: 1 - (length ?? 1))
            }
        return min(max(start, .first), max(today, .first))
    }

    /// The length in days; `nil` for `all` and for a date, which ``Keep`` may cut.
    var length: Int? {
        switch self {
        case .month: 31
        case .year: 365
        case .days(let days): days
        case .all, .since: nil
        }
    }
}

extension History: CustomStringConvertible {
    package var description: String {
        switch self {
        case .month: "month"
        case .year: "year"
        case .all: "all"
        case .days(let days): days == 1 ? "1 day" : "\(days) days"
        case .since(let day): day.description
        }
    }
}

/// `90`, `90 days` or `1 day`: at least one, at most what a calendar of four-digit years holds.
func numberOfDays(_ text: String) -> Int? {
    let words = text.split(separator: " ")
    guard let digits = words.first, digits.allSatisfy({ ("0"..."9").contains($0) }), let days = Int(digits) else {
        return nil
    }
    guard (1...1_000_000).contains(days), words.count == 1 || words.count == 2 && ["day", "days"].contains(words[1])
    else { return nil }
    return days
}

/// How long pictures stay, favorites and hidden days aside.
package enum Keep: Equatable, Sendable {
    case forever
    /// Days count back from the newest stored day, not from the clock.
    case days(Int)

    /// Reads `forever`, `90` and `90 days`.
    init?(_ text: String) {
        if text == "forever" {
            self = .forever
        } else if let days = numberOfDays(text) {
            self = .days(days)
        } else {
            return nil
        }
    }

    /// The first day that stays; `nil` where all of them do.
    package func firstDay(newest: Day) -> Day? {
        guard case .days(let days) = self else { return nil }
        return newest.advanced(by: 1 - days)
    }

    /// The mirror's first day, or the first one that stays if that is later.
    package func firstDay(since start: Day, newest: Day?) -> Day {
        max(start, newest.flatMap { firstDay(newest: $0) } ?? start)
    }

    /// Whether pictures would go that the history asks for.
    package func isShorter(than history: History) -> Bool {
        guard case .days(let days) = self, let length = history.length else { return false }
        return days < length
    }
}

extension Keep: CustomStringConvertible {
    package var description: String {
        switch self {
        case .forever: "forever"
        case .days(let days): days == 1 ? "1 day" : "\(days) days"
        }
    }
}
