internal import Days
internal import MirrorTree
internal import NASA

/// A pass under way: what it knew when it began and what it has learned.
struct Pass: Sendable {
    let plan: Plan
    let facts: Facts
    let watch: PassWatch
    /// Days that have an outcome.
    private(set) var judged: Set<Day> = []
    /// Days whose entries have come, and whose pictures are not asked for while the server is in doubt.
    private var held: [DayAnswer] = []
    /// Days that still have no entry.
    private(set) var unchanged: Set<Day> = []
    /// Days whose pictures were asked for once more to prove that the server is well.
    var proved: Set<Day> = []
    /// Pictures that wait for those of other days.
    var pendingPictures: [Day: PendingPicture] = [:]
    /// Corrected words that wait for those of other days.
    private var corrections: [Day: Correction] = [:]
    /// The stories of the answers to entries that are read again, and of the newest days.
    private(set) var stories = Corrections.Stories()
    /// Days whose words are disputed by themselves, and may be so by an accident that goes on.
    private(set) var disputedWords: Set<Day> = []
    /// Days whose words are held back, whatever else of the day is stored.
    private var heldWords: Set<Day> = []
    private(set) var failed: [FailedDay] = []
    private(set) var learned = LearnedDays()
    private(set) var summary = PassReport()
    private var otherForm: OtherForm?
    private var paused: Timestamp?
    private let clock: @Sendable () -> Timestamp

    /// The facts that the judge of every day may use; they do not change during the pass.
    struct Facts: Sendable {
        var now: Timestamp
        var today: Day
        var disputes: Disputes
        var damaged: Set<Day>
        /// Days of the plan that had their picture when it was made.
        var present: Set<Day>
        var accepted: Set<Day>
        /// Days whose picture is doubtful and is asked for again.
        var doubtful: Set<Day>
        /// The newest days that the mirror has a picture of, newest first: something that the source certainly has.
        var proofs: [Day]
        /// The days near those of the plan whose pictures have these sums.
        var sums: [String: Set<Day>]
    }

    init(
        plan: Plan, facts: Facts, watch: PassWatch, troubles: [String], clock: @escaping @Sendable () -> Timestamp
    ) {
        self.plan = plan
        self.facts = facts
        self.watch = watch
        self.clock = clock
        summary.troubles = troubles
    }

    /// The days whose pictures this pass has stored.
    private(set) var stored: Set<Day> = []

    /// Whether the pass begins nothing more.
    var isOver: Bool { summary.stopped != nil || watch.end != nil }

    func isJudged(_ day: Day) -> Bool { judged.contains(day) }

    mutating func takePendingPicture(of day: Day) -> PendingPicture? {
        pendingPictures.removeValue(forKey: day)
    }

    /// Takes the days that were held back, to begin with them.
    mutating func takeHeld() -> [DayAnswer] {
        defer { held = [] }
        return held.filter { !judged.contains($0.day) }
    }

    mutating func record(_ outcome: DayOutcome) {
        if let day = outcome.day { judged.insert(day) }
        switch outcome {
        case .nothing(let day):
            settle(day)
        case .recorded(let day):
            settle(day)
            summary.recorded += 1
        case .undecided:
            break
        case .held(let answer):
            held.append(answer)
        case .stored(let metadata, let replaced):
            // A repaired picture is as disputed as before.
            if metadata.mirror.state != .disputed { settle(metadata.date) }
            summary.stored += 1
            stored.insert(metadata.date)
            if replaced { summary.replaced += 1 }
        case .corrected(let metadata):
            if metadata.mirror.state == .disputed {
                summary.disputed[metadata.date] = facts.disputes[metadata.date]?.reason
                settleWords(metadata.date)
            } else {
                settle(metadata.date)
            }
            summary.corrected += 1
        case .reread(let metadata):
            if metadata.mirror.state != .disputed { settle(metadata.date) }
            summary.reread += 1
        case .failed(let day):
            if day.metadata != nil { learned.hasEntry.insert(day.day) }
            failed.append(day)
        case .unpublished(let day, .stillNotYet):
            // The former note of the absence stays, so that the source is asked once more when the note is old.
            unchanged.insert(day)
        case .unpublished(let day, let absence):
            learned.unpublished[day] = absence == .confirmed
        case .leftOut(let day, let reason):
            learned.leftOut[day] = reason
        case .offered(let pending):
            pendingPictures[pending.day] = pending
            if pending.isStandIn { summary.standIns.insert(pending.day) }
        case .correction(let correction):
            corrections[correction.day] = correction
        case .disputed(let day, let dispute, isNew: _, let isAboutWords):
            learned.hasEntry.insert(day)
            summary.disputed[day] = dispute.reason
            if isAboutWords { holdWords(of: day, dispute) }
        case .heldWords(let dispute, isNew: _, beside: let outcome):
            guard let day = outcome.day else { break }
            holdWords(of: day, dispute)
            record(outcome)
            summary.disputed[day] = summary.disputed[day].map { "\($0), and \(dispute.reason)" } ?? dispute.reason
        case .stop(let error):
            stop(error)
        }
    }

    private mutating func settle(_ day: Day) {
        learned.hasEntry.insert(day)
        learned.settled.insert(day)
        settleWords(day)
    }

    private mutating func settleWords(_ day: Day) {
        if !heldWords.contains(day) { learned.settledWords.insert(day) }
    }

    private mutating func holdWords(of day: Day, _ dispute: Disputes.Dispute) {
        heldWords.insert(day)
        if Corrections.isRecent(dispute, about: day, now: facts.now, today: facts.today) { disputedWords.insert(day) }
    }

    mutating func takeCorrections() -> [Correction] {
        defer { corrections = [:] }
        return corrections.values.sorted { $0.day > $1.day }
    }

    mutating func recordStory(of answer: DayAnswer) {
        guard case .success(let entry) = answer.result,
            plan.rereads.contains(answer.day) || answer.day.distance(to: facts.today) < Plan.recent
        else { return }
        stories.record(entry.explanation, of: answer.day)
    }

    /// Has these days asked for once more.
    mutating func reopen(_ days: Set<Day>) {
        judged.subtract(days)
        for day in days {
            learned.unpublished[day] = nil
            learned.leftOut[day] = nil
        }
    }

    mutating func recordPending(_ day: FailedDay) {
        summary.pending[day.day] = day.reason
        if day.metadata == nil { learned.refused[day.day] = day.reason }
    }

    mutating func recordUnpublished() {
        summary.unpublished = unchanged.union(learned.unpublished.keys)
        summary.leftOut = Set(learned.leftOut.keys)
        summary.pending.merge(learned.leftOut) { $1 }
    }

    /// Forgets which days the source said it has not, or did not speak of: none of that is to be noted.
    mutating func forgetUnpublished() {
        learned.unpublished = [:]
        learned.leftOut = [:]
    }

    /// - Parameter isAboutPictures: whether the source has no pictures, while its entries came and were believed.
    mutating func stop(_ error: any Error, isAboutPictures: Bool = false) {
        if summary.stopped == nil {
            summary.stopped = PassEnd(error, at: facts.now)
            summary.stopped?.isAboutPictures = isAboutPictures
            if case SourceError.otherForm(let form) = error { otherForm = form }
        }
        guard let error = error as? SourceError else { return }
        watch.withLock { $0.record(error) }
        // A pass may last for hours: the wait counts from the answer that asked for it.
        if case .rateLimited(_, let seconds) = error, paused == nil {
            paused = clock() + seconds
            summary.stopped?.until = paused
        }
    }

    /// The report of the pass, once everything is settled.
    var report: PassReport {
        var report = summary
        report.pictures = stored
        report.standIns.formIntersection(stored)
        report.lacking = plan.missing.subtracting(stored).subtracting(summary.unpublished)
        return report
    }

    /// The state of the source after this pass. A pause that another source asked for goes on.
    func sourceState(of source: String, after former: SourceState) -> SourceState {
        var state = former
        if let paused {
            state.pausedUntil = paused
            state.pausedSource = source
        } else if former.pausedSource == source {
            state.pausedUntil = nil
            state.pausedSource = nil
        }
        if summary.stopped == nil {
            state.lastSuccess = clock()
            state.forgetOtherForm(of: source)
        } else if let otherForm {
            state.record(otherForm)
        }
        return state
    }
}

extension DayOutcome {
    /// The day that this outcome judges; `nil` where the day is still to be judged.
    var day: Day? {
        switch self {
        case .nothing(let day), .recorded(let day), .undecided(let day), .unpublished(let day, _), .leftOut(let day, _),
            .disputed(let day, _, _, _):
            day
        case .stored(let metadata, _), .corrected(let metadata), .reread(let metadata): metadata.date
        case .failed(let failed): failed.day
        case .offered(let pending): pending.day
        case .correction(let correction): correction.day
        case .heldWords(_, isNew: _, beside: let outcome): outcome.day
        case .held, .stop: nil
        }
    }
}
