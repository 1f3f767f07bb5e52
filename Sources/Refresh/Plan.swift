internal import Belief
package import Days
internal import MirrorTree

/// The days that a pass asks for, newest first. Pure: what is on disk comes in as values.
package struct Plan: Equatable, Sendable {
    /// Days without a picture that may have one by now.
    var missing: Set<Day> = []
    /// Days whose entry is read again although the picture is there.
    var rereads: Set<Day> = []
    /// Whether there are more provisional days than a pass asks about.
    var leavesProvisional = false

    var days: Set<Day> { missing.union(rereads) }

    func wants(_ day: Day) -> Bool {
        missing.contains(day) || rereads.contains(day)
    }

    /// The number of days in a rotation block: one request's worth.
    static let block = 25

    static func make(_ scope: RefreshScope, _ facts: MirrorSnapshot) -> Plan {
        switch scope {
        case .due(let isThorough, let isAsked):
            let wait = isAsked ? PictureWait.none : .backOff
            let days = Set(facts.span).union(facts.favorites)
            let provisional =
                isThorough ? facts.notes.provisional(on: facts.now.day).filter(facts.isPresent) : []
            return Plan(
                missing: days.filter { isDue($0, facts, wait) },
                rereads: rereads(facts, isThorough).union(provisional.prefix(Limits.provisional)),
                leavesProvisional: provisional.count > Limits.provisional)
        case .named(let days):
            return Plan(missing: days.filter { $0 <= facts.today && isDue($0, facts, .named) })
        case .days(let days):
            let span = days.clamped(to: Day.first...max(.first, facts.today))
            return Plan(missing: Set(span.filter { isDue($0, facts, .named) }))
        case .favorites(let days):
            return Plan(missing: days.filter { !facts.isPresent($0) })
        case .damaged(let days):
            return Plan(missing: days)
        case .replacements(let days):
            return Plan(rereads: days)
        }
    }

    private static func rereads(_ facts: MirrorSnapshot, _ isThorough: Bool) -> Set<Day> {
        var days = Set(rereads(at: newest(facts.span, on: facts.today), facts))
        if isThorough {
            if let block = rotation(facts.span, on: facts.today) { days.formUnion(rereads(at: block, facts)) }
            // At most a block a day is asked for: a broken decoder doubts every picture there is.
            days.formUnion(facts.doubtfulDue.sorted(by: >).prefix(block))
            // An accident of a week has a block of days more held back each day, until NASA is right again.
            days.formUnion(facts.notes.disputes.allDays.filter(facts.isPresent))
        }
        return days
    }

    /// The newest days of a mirror, which are read again with every pass: corrections mostly come within days, and one
    /// request has them all.
    static func newest(_ span: ClosedRange<Day>, on today: Day) -> ClosedRange<Day> {
        let first = max(span.lowerBound, today.advanced(by: 1 - Limits.newest))
        return first...max(first, today)
    }

    private static func rereads(at days: ClosedRange<Day>, _ facts: MirrorSnapshot) -> [Day] {
        days.clamped(to: facts.span).filter { day in
            facts.isPresent(day) || facts.notes.missing.isAbsent(day)
        }
    }

    /// The wait that a day without a picture is given.
    private enum PictureWait {
        /// The day waits until its back-off is over.
        case backOff
        /// A user waits for all that may be had.
        case none
        /// A user named the day.
        case named
    }

    private static func isDue(_ day: Day, _ facts: MirrorSnapshot, _ wait: PictureWait) -> Bool {
        if facts.isPresent(day) { return false }
        if let metadata = facts.withoutFile[day] {
            if metadata.mirror.state == .hidden { return false }
            guard let pending = metadata.mirror.pending, wait == .backOff else { return true }
            return pending.retryAfter <= facts.now
        }
        if facts.notes.missing.isAbsent(day) { return wait == .named }
        let isRecent = day.distance(to: facts.today) < Limits.newest
        return isRecent || wait != .backOff || !facts.notes.missing.wasAsked(day, on: facts.today)
    }

    /// The days that are read whatever is noted of them: a fair sample of all.
    static func fair(_ span: ClosedRange<Day>, on today: Day) -> Set<Day> {
        Set(newest(span, on: today)).union(rotation(span, on: today).map(Set.init) ?? [])
    }

    /// The block of days older than the newest whose turn it is: all blocks come round, and no state needs to be
    /// remembered. In an accident of weeks the newest days are no witnesses any more; these are.
    static func rotation(_ span: ClosedRange<Day>, on today: Day) -> ClosedRange<Day>? {
        let last = today.advanced(by: -Limits.newest)
        guard span.lowerBound <= last else { return nil }
        let blocks = turns(of: span.lowerBound...today)
        let turn = (today.number % blocks + blocks) % blocks
        let first = span.lowerBound.advanced(by: turn * block)
        return first...min(last, first.advanced(by: block - 1))
    }

    /// The number of days in which every block of a mirror that ends today has its turn.
    package static func turns(of span: ClosedRange<Day>) -> Int {
        max(1, (span.lowerBound.distance(to: span.upperBound) + block - Limits.newest) / block)
    }

    /// The days to ask for, as ranges of at most that length, newest first. Small gaps are asked along: a request costs
    /// more than an entry.
    func ranges(of length: Int) -> [ClosedRange<Day>] {
        var ranges: [ClosedRange<Day>] = []
        for day in days.sorted(by: >) {
            if let last = ranges.last, day.distance(to: last.lowerBound) <= Self.gap,
                day.distance(to: last.upperBound) < length
            {
                ranges[ranges.count - 1] = day...last.upperBound
            } else {
                ranges.append(day...day)
            }
        }
        return ranges
    }

    private static let gap = 5
}

// MARK: - Scope

package enum RefreshScope: Sendable {
    /// All that is due: missing pictures that may be had by now, and entries that NASA may have corrected.
    ///
    /// - isThorough: a block of older entries is read again, too; once a day is enough.
    /// - isAsked: a user waits for the pass, so no day's back-off applies.
    case due(isThorough: Bool = true, isAsked: Bool = false)
    /// These days, whether or not they belong to the mirror's history, and nothing else.
    case days(ClosedRange<Day>)
    /// These days, like ``days(_:)``.
    case named(Set<Day>)
    /// Favorites that wait for their pictures, wherever they lie.
    case favorites(Set<Day>)
    /// Days whose files were found damaged: fetched again although they are there.
    case damaged(Set<Day>)
    /// Disputed days whose replacement the owner accepts.
    case replacements(of: Set<Day>)

    var isThorough: Bool {
        if case .due(isThorough: true, isAsked: _) = self { true } else { false }
    }

    var damaged: Set<Day> {
        if case .damaged(let days) = self { days } else { [] }
    }

    var accepted: Set<Day> {
        if case .replacements(let days) = self { days } else { [] }
    }
}
