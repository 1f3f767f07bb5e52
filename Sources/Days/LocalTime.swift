internal import Glibc

/// Time as clocks on the wall show it: the owner's, or those on the US East coast.
public struct LocalTime: Sendable {
    /// Seconds east of Greenwich at a time in seconds since 1970.
    let offset: @Sendable (Int) -> Int

    /// The time zone of the system, or of `TZ`, also where it is set anew while this process runs.
    public static let system = LocalTime { time in
        // Nothing else has localtime_r look at the system's file once more.
        tzset()
        var time = time_t(time)
        var parts = tm()
        return localtime_r(&time, &parts) == nil ? 0 : parts.tm_gmtoff
    }

    /// The time on the US East coast: APOD's day begins at midnight there, wherever the mirror runs. The system's own
    /// zone file is read, so a change of the law arrives with the system's updates, and only once: a process that
    /// answers strangers opens nothing but the mirror.
    public static let eastern = eastern(
        zoneFile: contents(ofFile: "/usr/share/zoneinfo/America/New_York"))

    /// The first 64 kB of a file, which is more than any zone has; `nil` where there is none.
    private static func contents(ofFile path: String) -> [UInt8]? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        return [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            count = fread(buffer.baseAddress, 1, buffer.count, file)
        }
    }

    /// The time by a zone file's content, and by the rule in force since 2007 where that is missing or damaged.
    static func eastern(zoneFile: [UInt8]?) -> LocalTime {
        let zone = zoneFile.flatMap(ZoneFile.init)
        return LocalTime { zone?.offset(at: $0) ?? ZoneRule.eastern.offset(at: $0) }
    }

    public func day(at time: Timestamp) -> Day {
        (time + offset(Int(time.seconds))).day
    }

    /// The time when the clock shows that second of the day: the first where it comes twice, an hour later where it is
    /// skipped.
    public func timestamp(_ day: Day, second: Int = 0) -> Timestamp {
        let shown = day.number * 86_400 + second
        func reading(_ offset: Int) -> Int? {
            let time = shown - offset
            return time + self.offset(time) == shown ? time : nil
        }
        let before = offset(shown - 86_400)
        return Timestamp(seconds: Int64(reading(before) ?? reading(offset(shown + 86_400)) ?? shown - before))
    }

    /// `2026-11-20 14:03`
    public func text(_ time: Timestamp) -> String {
        let written = (time + offset(Int(time.seconds))).description
        return "\(written.prefix(10)) \(written.dropFirst(11).prefix(5))"
    }
}
