/// Which days a pass asks for, newest first. Pure: what is on disk comes in as values.
struct Plan: Equatable, Sendable {
    /// Days without a picture that one may be had for.
    var missing: Set<Day> = []
    /// Days whose entry is read again although the picture is there.
    var secondLooks: Set<Day> = []

    func wants(_ day: Day) -> Bool {
        missing.contains(day) || secondLooks.contains(day)
    }

    /// How many of the newest days are read again with every pass: corrections mostly come within days, and the second
    /// look at a picture is due seven days after it came, which may have been late.
    static let recent = 9
    /// How many days one rotation block has: one request's worth.
    static let block = 25

    /// What is known when a pass begins.
    struct Facts: Sendable {
        var today: Day
        var span: ClosedRange<Day>
        var listing: Listing
        /// The JSON of days that have no file.
        var withoutFile: [Day: Metadata] = [:]
        var absent = AbsentDays()
        var now: Timestamp
        /// Days of the plan wherever they lie.
        var favorites: Set<Day> = []
        /// The owner named the days of this pass: back-off does not hold them up, and nothing else is looked at.
        var isExplicit = false
        /// The block of older days whose turn it is belongs to the pass.
        var isThorough = true
    }

    static func make(_ facts: Facts) -> Plan {
        var plan = Plan()
        for day in facts.span where isDue(day, facts) { plan.missing.insert(day) }
        guard !facts.isExplicit else { return plan }
        for day in facts.favorites where isDue(day, facts) { plan.missing.insert(day) }
        let recent = max(facts.span.lowerBound, facts.today.advanced(by: 1 - Self.recent))
        for day in looks(at: recent...max(recent, facts.today), facts) { plan.secondLooks.insert(day) }
        guard facts.isThorough else { return plan }
        for day in looks(at: rotation(facts.span, on: facts.today), facts) { plan.secondLooks.insert(day) }
        return plan
    }

    private static func looks(at days: ClosedRange<Day>, _ facts: Facts) -> [Day] {
        days.clamped(to: facts.span).filter { day in
            facts.listing.isPresent(day) || facts.absent.isAbsent(day)
        }
    }

    private static func isDue(_ day: Day, _ facts: Facts) -> Bool {
        if facts.listing.isPresent(day) { return false }
        if let metadata = facts.withoutFile[day] {
            if metadata.mirror.state == .hidden { return false }
            guard let pending = metadata.mirror.pending, !facts.isExplicit else { return true }
            return pending.retryAfter <= facts.now
        }
        if facts.absent.isAbsent(day) { return facts.isExplicit }
        let isRecent = day.distance(to: facts.today) < recent
        return isRecent || facts.isExplicit || !facts.absent.wasAsked(day, on: facts.today)
    }

    /// The block of older days whose turn it is: all of them come round, and nothing needs to be remembered.
    static func rotation(_ span: ClosedRange<Day>, on today: Day) -> ClosedRange<Day> {
        let count = span.lowerBound.distance(to: span.upperBound) + 1
        let blocks = max(1, (count + block - 1) / block)
        let turn = (today.number % blocks + blocks) % blocks
        let first = span.lowerBound.advanced(by: turn * block)
        return first...min(span.upperBound, first.advanced(by: block - 1))
    }

    /// The days to ask for, as ranges, newest first. Small gaps are asked along: a request costs more than an entry.
    var ranges: [ClosedRange<Day>] {
        var ranges: [ClosedRange<Day>] = []
        for day in missing.union(secondLooks).sorted(by: >) {
            if let last = ranges.last, day.distance(to: last.lowerBound) <= Self.gap {
                ranges[ranges.count - 1] = day...last.upperBound
            } else {
                ranges.append(day...day)
            }
        }
        return ranges
    }

    private static let gap = 5
}
