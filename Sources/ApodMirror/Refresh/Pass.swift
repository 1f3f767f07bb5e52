internal import Folder

/// A pass under way: what it knew when it began and what it has learned.
struct Pass: Sendable {
    let plan: Plan
    let facts: Facts
    var absent: AbsentDays
    var disputes: Disputes
    var replacements = Replacements()
    var summary = RefreshSummary()
    private var paused: Timestamp?
    private let clock: @Sendable () -> Timestamp

    /// What every day's story may look up; it does not change during the pass.
    struct Facts: Sendable {
        var now: Timestamp
        var today: Day
        var listing: Listing
        var disputes: Disputes
        var damaged: Set<Day>
        var accepted: Set<Day>
    }

    init(
        plan: Plan, facts: Facts, absent: AbsentDays, disputes: Disputes, clock: @escaping @Sendable () -> Timestamp
    ) {
        self.plan = plan
        self.facts = facts
        self.clock = clock
        self.absent = absent
        self.disputes = disputes
    }

    mutating func note(_ outcome: DayOutcome) {
        switch outcome {
        case .nothing(let day):
            settled(day)
        case .undecided:
            break
        case .stored(let metadata, let replaced):
            settled(metadata.date)
            summary.stored += 1
            if replaced { summary.replaced += 1 }
        case .corrected(let metadata):
            if metadata.mirror.state == .disputed {
                summary.disputed[metadata.date] = disputes[metadata.date]?.reason
            } else {
                settled(metadata.date)
            }
            summary.corrected += 1
        case .pending(let day, let reason):
            summary.pending[day] = reason
        case .unpublished(let day, let confirmed):
            absent.note(day, confirmed: confirmed, today: facts.today)
            summary.unpublished.insert(day)
        case .offer(let offer):
            replacements.add(offer)
        case .disputed(let day, let dispute):
            absent.forget(day)
            disputes[day] = dispute
            summary.disputed[day] = dispute.reason
        case .stop(let error):
            stop(error)
        }
    }

    /// The day has an entry and no open dispute.
    private mutating func settled(_ day: Day) {
        absent.forget(day)
        disputes[day] = nil
    }

    mutating func stop(_ error: any Error & CustomStringConvertible) {
        if summary.stopped == nil { summary.stopped = error }
        // A pass may last for hours: the wait counts from the answer that asked for it.
        if case SourceError.rateLimited(_, let seconds) = error { paused = clock() + seconds }
    }

    /// What is known of the source after this pass. A pause that another source asked for goes on.
    func sourceState(of source: String, after former: SourceState) -> SourceState {
        var state = former
        if let paused {
            state.pausedUntil = paused
            state.pausedSource = source
        } else if former.pausedSource == source {
            state.pausedUntil = nil
            state.pausedSource = nil
        }
        if summary.stopped == nil { state.lastSuccess = clock() }
        return state
    }
}
