package import Days

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
