internal import Folder

/// From NASA to disk, one pass at a time: plan → entries → pictures → commit → events.
///
/// A pass is complete and idempotent: it looks at what is there, gets what is missing and leaves everything it could
/// not get to the next one. A bad day costs its neighbours nothing.
struct Refresher: Sendable {
    let archive: Archive
    let source: any EntrySource
    let fetch: PictureFetch
    let choice: @Sendable (Media) -> PictureChoice
    let clock: @Sendable () -> Timestamp
    let today: @Sendable () -> Day
    /// Compares the clock before the first question; `nil` where it needs no proof.
    var nasa: NASAClock?
    var events: MirrorEvents { archive.events }

    /// Days under way at a time: enough that their commits fill a window, few enough to know in memory. How many of
    /// them download at once is the connections' limit.
    private static let daysUnderWay = 48

    func refresh(_ request: RefreshRequest = RefreshRequest()) async throws -> RefreshSummary {
        try await reach()
        if let history = request.history { _ = try await archive.extendHistory(to: history.startDay(today: today())) }
        var pass = try await begin(request)
        events.send(.planned(pictures: pass.plan.missing.count))
        try await run(&pass)
        try await settle(&pass)
        do {
            try await finish(pass)
        } catch let error as FolderError where error.isDiskFull || error.isNotWritable {
            // What ended the pass keeps its notes from being written, too; they cost a question each at worst.
            if pass.summary.stopped == nil { pass.stop(error) }
        }
        return pass.summary
    }

    // MARK: - The days

    private func run(_ pass: inout Pass) async throws {
        let facts = pass.facts
        try await withThrowingTaskGroup(of: DayOutcome.self) { group in
            var underWay = 0
            do {
                asking: for range in pass.plan.ranges {
                    events.send(.asking(range))
                    for try await answer in source.entries(in: range) where pass.plan.wants(answer.day) {
                        if underWay == Self.daysUnderWay, let outcome = try await group.next() {
                            underWay -= 1
                            pass.note(outcome)
                        }
                        if pass.summary.stopped != nil { break asking }
                        underWay += 1
                        group.addTask { try await story(of: answer, facts) }
                    }
                }
            } catch let error as SourceError {
                pass.stop(error)
            }
            // What is under way goes on: it costs nothing more and is whole soon.
            for try await outcome in group { pass.note(outcome) }
        }
    }

    /// One day, from its answer to its outcome.
    private func story(of answer: DayAnswer, _ facts: Pass.Facts) async throws -> DayOutcome {
        try await outcome(of: answer.day) {
            // What the source said while it was being cancelled is no answer.
            try Task.checkCancellation()
            return try await DayStory(refresher: self, facts: facts, day: answer.day).tell(answer.result)
        }
    }

    /// What became of a day, also when it went wrong. Throws only when the pass is cancelled.
    private func outcome(of day: Day, _ tell: () async throws -> DayOutcome) async throws -> DayOutcome {
        do {
            return try await tell()
        } catch let error as CancellationError {
            throw error
        } catch let error as SourceError {
            return .stop(error)
        } catch let error as DiskLow {
            return .stop(error)
        } catch let error as FolderError where error.isDiskFull || error.isNotWritable {
            return .stop(error)
        } catch {
            events.send(.pending(day, title: nil, reason: "\(error)"))
            return .pending(day, reason: "\(error)")
        }
    }

    // MARK: - Around them

    /// Sees to it that the source may be asked, and that the time is known at which it is.
    private func reach() async throws {
        let now = clock()
        if let until = try await archive.sourceState().pause(of: source.address, at: now) {
            throw SourceError.rateLimited(url: source.address, seconds: Int(until.seconds - now.seconds))
        }
        if nasa?.isUnchecked == true { try await source.greet() }
    }

    private func begin(_ request: RefreshRequest) async throws -> Pass {
        let now = clock()
        let today = today()
        let known = try await archive.known()
        if let trouble = known.trouble { events.send(.trouble(trouble)) }
        var start = min(known.identity.start, today)
        // Into an empty mirror nothing is fetched that would go at once.
        if let first = request.keep.firstDay(newest: known.listing.presentDays.last ?? today) {
            start = max(start, first)
        }
        let span = request.days?.clamped(to: Day.first...max(Day.first, today)) ?? min(start, today)...today
        var plan = Plan.make(
            Plan.Facts(
                today: today, span: span, listing: known.listing, withoutFile: known.withoutFile, absent: known.absent,
                now: now, favorites: known.favorites, isExplicit: request.days != nil,
                isThorough: request.isThorough))
        if let only = request.only { plan = Plan(missing: only.filter { !known.listing.isPresent($0) }) }
        if !request.damaged.isEmpty || !request.accepted.isEmpty {
            plan = Plan(missing: request.damaged, secondLooks: request.accepted)
        }
        let facts = Pass.Facts(
            now: now, today: today, listing: known.listing, disputes: known.disputes, damaged: request.damaged,
            accepted: request.accepted)
        return Pass(plan: plan, facts: facts, absent: known.absent, disputes: known.disputes, clock: clock)
    }

    private func settle(_ pass: inout Pass) async throws {
        let verdict = pass.replacements.verdict
        for offer in pass.replacements.offers {
            let story = DayStory(refresher: self, facts: pass.facts, day: offer.change.metadata.date)
            pass.note(
                try await outcome(of: story.day) {
                    if let verdict {
                        try await story.dispute(offer, reason: verdict)
                    } else {
                        try await story.apply(offer)
                    }
                })
        }
    }

    private func finish(_ pass: Pass) async throws {
        try await archive.save(pass.absent)
        try await archive.save(pass.disputes)
        try await archive.save(pass.sourceState(of: source.address, after: archive.sourceState()))
        try await archive.updateToday()
        // Links that waited for a picture get their form at once.
        if pass.summary.stored + pass.summary.corrected > 0 { _ = try? await archive.reconcileFavorites() }
    }
}
