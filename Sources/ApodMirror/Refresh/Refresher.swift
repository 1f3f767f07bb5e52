internal import Days
internal import Folder
internal import NASA

/// From NASA to disk, one pass at a time: plan → entries → pictures → commit → events.
///
/// A pass is complete and idempotent: it looks at what is there, gets what is missing and leaves everything it could
/// not get to the next one. A bad day costs its neighbours nothing, and what is wrong with many of them is judged as a
/// whole at the end.
struct Refresher: Sendable {
    let archive: Archive
    let source: any EntrySource
    let fetch: PictureFetch
    let choice: @Sendable (Media) -> PictureChoice
    let clock: @Sendable () -> Timestamp
    let today: @Sendable () -> Day
    /// Compares the clock before the first question; `nil` where it needs no proof.
    var nasa: NASAClock?
    /// Pictures are kept this many days back from the newest stored one; what lies further back is not fetched.
    var keep = Keep.forever
    /// Moves the mirror's first day back to where the settings have it; `nil` leaves it.
    var history: History?
    var events: MirrorEvents { archive.events }

    /// Days under way at a time: enough that their commits fill a window, few enough to know in memory. How many of
    /// them download at once is the connections' limit.
    private static let daysUnderWay = 48

    /// - Parameter asked: how far back somebody wants the mirror to reach besides.
    func refresh(_ wanted: Wanted = .due(), reaching asked: History? = nil) async throws -> RefreshSummary {
        try await reach()
        if case .due = wanted {
            for history in [history, asked].compactMap(\.self) {
                let start = history.startDay(today: today())
                try await archive.perform { archive in
                    try archive.notes.extendHistory(to: start, oldest: archive.store.oldestDay)
                }
            }
        }
        var pass = try await begin(wanted)
        events.send(.planned(pictures: pass.plan.missing.count))
        try await run(&pass)
        try await settle(&pass)
        // A server that is wrong about its days may be wrong about the time.
        if pass.watch.look({ $0.isDoubtful }) { nasa?.distrust() }
        do {
            try await finish(pass)
        } catch let error as FolderError where error.isDiskFull || error.isNotWritable {
            // What ended the pass keeps its notes from being written, too; they cost a question each at worst.
            if pass.summary.stopped == nil { pass.stop(error) }
        }
        return pass.summary
    }

    // MARK: - The days

    /// Asks until everything is asked for, or the pass is to end. Where the server only may be at fault, what it
    /// certainly has decides whether the days that are left are asked for.
    private func run(_ pass: inout Pass) async throws {
        var plan = pass.plan
        repeat {
            try await ask(for: plan, &pass)
            plan = pass.rest
        } while try await dispelDoubt(&plan, &pass)
        if let end = pass.watch.look({ $0.end }) { pass.stop(end) }
    }

    func ask(for plan: Plan, _ pass: inout Pass) async throws {
        let (facts, watch) = (pass.facts, pass.watch)
        try await withThrowingTaskGroup(of: DayOutcome.self) { group in
            var underWay = 0
            do {
                asking: for range in plan.ranges {
                    guard pass.summary.stopped == nil, watch.mayAsk else { break }
                    events.send(.asking(range))
                    for try await answer in source.entries(in: range, watch: watch) where plan.wants(answer.day) {
                        // One that ends may begin another: what is offered is stored.
                        while underWay >= Self.daysUnderWay, let outcome = try await group.next() {
                            underWay -= 1
                            underWay += note(outcome, &pass, &group)
                        }
                        if pass.summary.stopped != nil || !watch.mayAsk { break asking }
                        underWay += 1
                        group.addTask { try await outcome(of: answer, facts, watch) }
                    }
                }
            } catch let error as SourceError {
                pass.stop(error)
            } catch is Doubted {
                // What it is about is found out once nothing is under way.
            }
            // What is under way goes on: it costs nothing more and is whole soon.
            while let outcome = try await group.next() { _ = note(outcome, &pass, &group) }
        }
    }

    /// Takes what became of a day, and has those pictures stored that need not wait any longer; returns how many.
    private func note(
        _ outcome: DayOutcome, _ pass: inout Pass, _ group: inout ThrowingTaskGroup<DayOutcome, any Error>
    ) -> Int {
        pass.note(outcome)
        tell(outcome)
        guard case .offered(let offer) = outcome else { return 0 }
        let (facts, watch) = (pass.facts, pass.watch)
        // What replaces a picture that had settled waits for the end in any case.
        let ripe = watch.look { $0.take(PassSuspicion.Picture(offer)) }.filter { pass.offers[$0]?.isSettled == false }
        let offers = ripe.compactMap { pass.takeOffer(of: $0) }
        for offer in offers {
            group.addTask { try await self.outcome(of: offer, facts, watch) }
        }
        return offers.count
    }

    /// The one place where what became of days is told.
    func tell(_ outcome: DayOutcome) {
        switch outcome {
        case .stored(let metadata, let replaced): events.send(.stored(metadata, replaced: replaced))
        case .corrected(let metadata): events.send(.corrected(metadata))
        case .disputed(let day, let dispute, isNew: true): events.send(.disputed(day, reason: dispute.reason))
        // Told once they are noted, if they are.
        case .failed, .unpublished: break
        case .nothing, .undecided, .notAsked, .offered, .disputed, .stop: break
        }
    }

    /// What became of a day, also when it went wrong. Throws only when the pass is cancelled.
    func outcome(
        of answer: DayAnswer, _ facts: Pass.Facts, _ watch: PassWatch
    ) async throws -> DayOutcome {
        try await guarded(answer.day, watch) {
            // What the source said while it was being cancelled is no answer.
            try Task.checkCancellation()
            let judge = DayJudge(refresher: self, facts: facts, watch: watch, answer: answer)
            // Whoever changes a day again and again is not to be waited for.
            for _ in 0..<3 {
                do { return try await judge.judge() } catch is DayChanged {}
            }
            return .undecided(answer.day)
        }
    }

    /// Stores a picture that is believed; where its day was changed while it waited, the day is judged anew.
    func outcome(of offer: Offer, _ facts: Pass.Facts, _ watch: PassWatch) async throws -> DayOutcome {
        let outcome = try await guarded(offer.day, watch) {
            do {
                return .stored(try await archive.store(offer.change), replaced: offer.former != nil)
            } catch is DayChanged {
                return .notAsked(offer.day)
            }
        }
        guard case .notAsked = outcome else { return outcome }
        return try await self.outcome(of: offer.answer, facts, watch)
    }

    private func guarded(_ day: Day, _ watch: PassWatch, _ judge: () async throws -> DayOutcome) async throws
        -> DayOutcome
    {
        do {
            return try await judge()
        } catch let error as CancellationError {
            throw error
        } catch is Doubted {
            return .notAsked(day)
        } catch let error as SourceError {
            // At once: what has not begun is not to begin any more.
            watch.look { $0.note(error) }
            return .stop(error)
        } catch let error as DiskLow {
            return .stop(error)
        } catch let error as FolderError where error.isDiskFull || archive.tree.isOwn(error.path) {
            return .stop(error)
        } catch {
            return .failed(FailedDay(day: day, reason: "\(error)"))
        }
    }
}
