internal import FoundationEssentials

/// The clock on the US East coast: APOD's day begins at midnight there, wherever the mirror runs.
public struct EasternTime: Sendable {
    private let zone: ZoneFile?
    private let rule: ZoneRule

    /// Takes the content of a zone file; uses the rule in force since 2007 where it is missing or damaged.
    init(zoneFile: [UInt8]?) {
        zone = zoneFile.flatMap(ZoneFile.init)
        rule = zone?.rule ?? .eastern
    }

    /// Reads the system's own zone file, so a change of the law arrives with the system's updates.
    public static func system(path: String = "/usr/share/zoneinfo/America/New_York") -> EasternTime {
        EasternTime(zoneFile: (try? Data(contentsOf: URL(filePath: path))).map { Array($0) })
    }

    /// The offset from UTC in seconds, which is negative; `time` in seconds since 1970.
    func offset(at time: Int) -> Int {
        zone?.offset(at: time) ?? rule.offset(at: time)
    }

    public func day(at time: Int) -> Day {
        Day(number: (time + offset(at: time)).flooredQuotient(86_400))
    }

    /// The time at which clocks there show that hour of that day, in seconds since 1970: the first where it comes
    /// twice, an hour later where it never comes. Neither happens at midnight.
    public func unixTime(of day: Day, hour: Int = 0, minute: Int = 0) -> Int {
        let shown = day.number * 86_400 + hour * 3_600 + minute * 60
        let before = shown - offset(at: shown - 86_400)
        if before + offset(at: before) == shown { return before }
        let after = shown - offset(at: shown + 86_400)
        return after + offset(at: after) == shown ? after : before
    }
}
