/// A POSIX rule of daylight saving time, such as `EST5EDT,M3.2.0,M11.1.0`, with which zone files end.
struct ZoneRule: Equatable, Sendable {
    /// The `week`th `weekday` (0 = Sunday) of a month, 5 being the last, and the second of that day.
    struct Turn: Equatable, Sendable {
        var month: Int
        var week: Int
        var weekday: Int
        var second: Int
    }

    /// The offset of standard time, in seconds east of Greenwich.
    var standard: Int
    var summer: Int
    var start: Turn
    var end: Turn

    static let eastern = ZoneRule(
        standard: -5 * 3_600, summer: -4 * 3_600,
        start: Turn(month: 3, week: 2, weekday: 0, second: 7_200),
        end: Turn(month: 11, week: 1, weekday: 0, second: 7_200))

    func offset(at time: Int) -> Int {
        let year = Day(number: (time + standard).flooredQuotient(86_400)).parts.year
        let begins = start.unixTime(in: year) - standard
        let ends = end.unixTime(in: year) - summer
        let isSummer = begins < ends ? (begins..<ends).contains(time) : !(ends..<begins).contains(time)
        return isSummer ? summer : standard
    }
}

extension ZoneRule {
    /// Returns `nil` for a rule without daylight saving time or with days counted otherwise.
    init?(_ text: String) {
        var rest = text[...]
        guard rest.dropName(), let west = rest.takeClock(), rest.dropName() else { return nil }
        standard = -west
        summer = rest.first == "," ? standard + 3_600 : -(rest.takeClock() ?? .max)
        guard summer > -.max, let start = rest.takeTurn(), let end = rest.takeTurn(), rest.isEmpty else { return nil }
        self.start = start
        self.end = end
    }
}

extension ZoneRule.Turn {
    /// The time of the turn in that year, in seconds since 1970, as if local clocks showed UTC.
    fileprivate func unixTime(in year: Int) -> Int {
        guard let first = Day(year: year, month: month, day: 1) else { return 0 }
        // 1970-01-01 was a Thursday.
        let firstWeekday = (first.number + 4) - (first.number + 4).flooredQuotient(7) * 7
        var day = first.advanced(by: (weekday - firstWeekday + 7) % 7 + (week - 1) * 7)
        if day.parts.month != month { day = day.advanced(by: -7) }
        return day.number * 86_400 + second
    }
}

extension Substring {
    fileprivate mutating func dropName() -> Bool {
        if first == "<" {
            guard let end = firstIndex(of: ">") else { return false }
            self = self[index(after: end)...]
            return true
        }
        let name = prefix { $0.isASCII && $0.isLetter }
        self = dropFirst(name.count)
        return name.count >= 3
    }

    /// Takes a time such as `5`, `-3:30` or `2:00:00`, in seconds.
    fileprivate mutating func takeClock() -> Int? {
        let isNegative = first == "-"
        if isNegative || first == "+" { removeFirst() }
        let clock = prefix { $0.isASCII && ($0.isNumber || $0 == ":") }
        self = dropFirst(clock.count)
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...3).contains(parts.count) else { return nil }
        var seconds = 0
        for (part, unit) in zip(parts, [3_600, 60, 1]) {
            guard let part, part <= 167 else { return nil }
            seconds += part * unit
        }
        return isNegative ? -seconds : seconds
    }

    /// Takes a turn such as `,M3.2.0`, with an optional `/2`.
    fileprivate mutating func takeTurn() -> ZoneRule.Turn? {
        guard hasPrefix(",M") else { return nil }
        let date = dropFirst(2).prefix { $0 != "," && $0 != "/" }
        self = dropFirst(2 + date.count)
        let parts = date.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let month = parts[0], let week = parts[1], let weekday = parts[2],
            (1...12).contains(month), (1...5).contains(week), (0...6).contains(weekday)
        else { return nil }
        var second = 7_200
        if first == "/" {
            removeFirst()
            guard let clock = takeClock() else { return nil }
            second = clock
        }
        return ZoneRule.Turn(month: month, week: week, weekday: weekday, second: second)
    }
}

extension Int {
    /// The quotient rounded down, also below zero; the divisor must be positive.
    func flooredQuotient(_ divisor: Int) -> Int {
        self >= 0 ? self / divisor : (self - divisor + 1) / divisor
    }
}
