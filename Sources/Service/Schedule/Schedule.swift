internal import Days
internal import MirrorTree

/// When to look at NASA next. A value: what is known comes in, a time comes out.
///
/// NASA's day begins at midnight in US Eastern, and its picture mostly comes minutes later, often hours. So the first
/// look is at five past; until the picture is in, the looks grow rarer, from five minutes apart to an hour; then nothing
/// is asked until tomorrow.
package struct Schedule: Sendable {
    let eastern: EasternTime
    /// From 0 up to 1 and always the same for one mirror, so that not all mirrors of the world ask at once.
    let jitter: Double

    /// What a look leaves behind for the next one.
    struct Facts: Equatable, Sendable {
        /// `nil` before the first.
        var last: LastLook?
        /// The newest day that NASA has told of.
        var newest: Day?
        /// The source asked to be left alone until then.
        var pausedUntil: Timestamp?
        /// When the first of the days that failed may be tried again.
        var retry: Timestamp?
    }

    /// The time of the next look; it is due when that is not after `now`.
    func next(after now: Timestamp, _ facts: Facts) -> Timestamp {
        // A look in the future was noted while the clock was wrong.
        guard let last = facts.last, last.time <= now + 60 else { return max(now, facts.pausedUntil ?? now) }
        let today = eastern.day(at: Int(now.seconds))
        let due = firstLook(at: today)
        // The first look since then: at today's picture, or at tomorrow's.
        let first = last.time < due ? due : firstLook(at: today.advanced(by: 1))
        let isIn = last.isWhole && facts.newest.map { $0 >= last.day } ?? false
        var next = isIn ? first : min(first, again(last))
        if let retry = facts.retry {
            next = min(next, max(retry, last.isWhole ? last.time + Self.shortest : again(last)))
        }
        return max(next, facts.pausedUntil ?? next)
    }

    /// What to note of a look, given the one before.
    func noted(_ time: Timestamp, isWhole: Bool, after former: LastLook?) -> LastLook {
        let day = day(of: time)
        let former = former.flatMap { $0.day == day ? $0 : nil }
        return LastLook(
            time: time, day: day, count: (former?.count ?? 0) + 1, isWhole: isWhole,
            // Cut short, it may not have come to its end.
            wasThorough: isWhole || former?.wasThorough == true)
    }

    /// Whether the day's one thorough look, with the block of older days whose turn it is, is still to come.
    func isThorough(_ time: Timestamp, after former: LastLook?) -> Bool {
        guard let former, former.time <= time + 60, former.day == day(of: time) else { return true }
        return !former.wasThorough
    }

    static let shortest = 5 * 60
    static let longest = 60 * 60

    private func firstLook(at day: Day) -> Timestamp {
        Timestamp(seconds: Int64(eastern.unixTime(of: day, minute: 5))) + Int(jitter * 240)
    }

    private func again(_ last: LastLook) -> Timestamp {
        let pause = min(Self.shortest << min(max(0, last.count - 1), 4), Self.longest)
        return last.time + Int(Double(pause) * (1 + jitter / 4))
    }

    /// The day whose picture a look at that time is for.
    private func day(of time: Timestamp) -> Day {
        let day = eastern.day(at: Int(time.seconds))
        return time < firstLook(at: day) ? day.advanced(by: -1) : day
    }
}
