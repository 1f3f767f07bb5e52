internal import Archive
internal import Days
internal import Favorites
internal import Hashing
package import MirrorTree
internal import Settings
internal import Store

/// The time of the next pass over NASA's days. A value: the known facts come in, a time comes out.
///
/// NASA's day begins at midnight in US Eastern, and its picture mostly comes minutes later, often hours. So the first
/// pass is at five past; until the picture is in, passes grow rarer, from five minutes apart to an hour; then nothing
/// is requested until tomorrow.
package struct Schedule: Sendable {
    /// A number from 0 up to 1, always the same for one mirror, so that not all mirrors of the world ask at once.
    let jitter: Double

    /// The facts from which the time of the next pass follows.
    struct Facts: Equatable, Sendable {
        /// The last pass; `nil` before the first.
        var last: LastRefresh?
        /// The newest day that NASA has told of.
        var newest: Day?
        /// The time until which the source asked to be left alone.
        var pausedUntil: Timestamp?
        /// When the first of the days that failed may be tried again.
        var retry: Timestamp?
    }

    /// The time of the next pass, which is due when that is not after `now`.
    func next(after now: Timestamp, _ facts: Facts) -> Timestamp {
        // A pass in the future was noted while the clock was wrong.
        guard let last = facts.last, last.time <= now + 60 else { return max(now, facts.pausedUntil ?? now) }
        let today = LocalTime.eastern.day(at: now)
        let due = firstRefresh(at: today)
        // The first pass for today's picture, or for tomorrow's where today's had its first already.
        let first = last.time < due ? due : firstRefresh(at: today.advanced(by: 1))
        let isIn = last.isWhole && facts.newest.map { $0 >= last.day } ?? false
        var next = isIn ? first : min(first, again(last))
        if let retry = facts.retry {
            next = min(next, max(retry, last.isWhole ? last.time + Self.shortest : again(last)))
        }
        return max(next, facts.pausedUntil ?? next)
    }

    /// The record of a pass, given the one before.
    func recorded(_ time: Timestamp, isWhole: Bool, after former: LastRefresh?) -> LastRefresh {
        let day = day(of: time)
        let former = former.flatMap { $0.day == day ? $0 : nil }
        return LastRefresh(
            time: time, day: day, count: (former?.count ?? 0) + 1, isWhole: isWhole,
            // A pass that was cut short may not have been thorough to its end.
            wasThorough: isWhole || former?.wasThorough == true)
    }

    /// Whether the day's one thorough pass, with the block of older days whose turn it is, is still to come.
    func isThorough(_ time: Timestamp, after former: LastRefresh?) -> Bool {
        guard let former, former.time <= time + 60, former.day == day(of: time) else { return true }
        return !former.wasThorough
    }

    static let shortest = 5 * 60
    static let longest = 60 * 60

    private func firstRefresh(at day: Day) -> Timestamp {
        LocalTime.eastern.timestamp(day, second: 5 * 60) + Int(jitter * 240)
    }

    private func again(_ last: LastRefresh) -> Timestamp {
        let pause = min(Self.shortest << min(max(0, last.count - 1), 4), Self.longest)
        return last.time + Int(Double(pause) * (1 + jitter / 4))
    }

    /// The day whose picture a pass at that time is for.
    private func day(of time: Timestamp) -> Day {
        let day = LocalTime.eastern.day(at: time)
        return time < firstRefresh(at: day) ? day.advanced(by: -1) : day
    }
}

// MARK: - Facts of a mirror

extension Schedule {
    /// Takes the jitter from the mirror's own id: the same after every restart, and another one on every machine.
    package init(of mirror: MirrorIdentity) {
        let digits = SHA256.hash(Array(mirror.id.utf8)).prefix(4)
        self.init(jitter: Double(UInt16(digits, radix: 16) ?? 0) / 65_536)
    }
}

/// The time when the first day that failed, that a list left out or that has no answer may be tried again. Only days of the
/// mirror count: a day that no pass requests would be due for ever.
struct FirstRetry: Sendable {
    var since: Day
    var until: Day
    var keep = Keep.forever
    /// The last pass for all that was due. Days that it left out, or gave no answer about that could be read or believed, and
    /// those that it could not try, are asked for an hour later.
    var last: Timestamp?

    func time(in archive: isolated Archive) -> Timestamp? {
        let listing = archive.store.listing
        let first = keep.firstDay(since: since, newest: listing.presentDays.last)
        let favorites = archive.favorites.record?.favorites ?? [:]
        func belongs(_ day: Day) -> Bool { day <= until && (day >= first || favorites[day] != nil) }
        let failed = archive.tree.metadataWithoutFile(listing).compactMap { day, metadata in
            belongs(day) && metadata.mirror.state != .hidden ? metadata.mirror.pending?.retryAfter : nil
        }
        let later = last.map { $0 + Schedule.longest }
        // A folder that cannot be written to keeps a day from being tried, however long it is due.
        let due = failed.map { retry in if let last, let later, retry <= last { later } else { retry } }
        let unanswered = (try? archive.tree.missingDays)?.reasons ?? [:]
        let isAnyUnanswered = unanswered.keys.contains { belongs($0) && listing.days[$0] == nil }
        return (due + [isAnyUnanswered ? later : nil].compactMap(\.self)).min()
    }
}
