package import Days
internal import Glibc

/// Time in the owner's time zone.
package struct LocalTime: Sendable {
    /// Seconds east of Greenwich at a time in seconds since 1970.
    let offset: @Sendable (Int64) -> Int

    /// The time zone of the system, or of `TZ`.
    package static let system = LocalTime { time in
        var time = time_t(time)
        var parts = tm()
        return localtime_r(&time, &parts) == nil ? 0 : parts.tm_gmtoff
    }

    package func day(at time: Timestamp) -> Day {
        (time + offset(time.seconds)).day
    }

    /// The time when the clock shows that second of the day: the first where it comes twice, an hour later where it is
    /// skipped.
    package func timestamp(_ day: Day, second: Int) -> Timestamp {
        let shown = Int64(day.number) * 86_400 + Int64(second)
        func reading(_ offset: Int) -> Timestamp? {
            let time = shown - Int64(offset)
            return time + Int64(self.offset(time)) == shown ? Timestamp(seconds: time) : nil
        }
        let before = offset(shown - 86_400)
        return reading(before) ?? reading(offset(shown + 86_400)) ?? Timestamp(seconds: shown - Int64(before))
    }

    /// `2026-11-20 14:03`
    package func text(_ time: Timestamp) -> String {
        let written = (time + offset(time.seconds)).description
        return "\(written.prefix(10)) \(written.dropFirst(11).prefix(5))"
    }
}
