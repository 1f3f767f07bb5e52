internal import Archive
internal import Days
internal import Folder
package import MirrorTree
package import NASA
package import Settings
internal import Store
internal import Transfer

/// From NASA to disk, one pass at a time: plan → entries → pictures → commit → events.
///
/// A pass is complete and idempotent: it reads what is there, fetches what is missing and leaves everything it could
/// not get to the next one. A bad day costs its neighbours nothing, and what is wrong with many of them is judged as a
/// whole at the end.
package struct Refresher: Sendable {
    let archive: Archive
    package internal(set) var source: any EntrySource
    package internal(set) var fetch: PictureFetch
    let choice: @Sendable (Media) -> PictureChoice
    let clock: @Sendable () -> Timestamp
    let today: @Sendable () -> Day
    /// The clock that is compared with NASA's before the first request; `nil` where it needs no proof.
    var nasa: NASAClock?
    /// Pictures are kept this many days back from the newest stored one; what lies further back is not fetched.
    var keep = Keep.forever
    /// Moves the mirror's first day back to where the settings have it; `nil` leaves it.
    var history: History?
    package var events: MirrorEvents { archive.events }

    /// The number of days under way at a time: enough that their commits fill a window, few enough to hold in memory.
    /// The limit of connections says how many of them download at once.
    private static let daysUnderWay = 48

    /// - Parameter asked: the history that a user wants the mirror to reach besides.
    package func refresh(_ scope: RefreshScope = .due(), reaching asked: History? = nil) async throws -> PassReport {
        let watch = PassWatch(connections: fetch.transfer.connections)
        do {
            try await reach(watch)
        } catch SourceError.otherForm(let form) {
            try await note(form)
            throw SourceError.otherForm(form)
        }
        if case .due = scope {
            for history in [history, asked].compactMap(\.self) {
                let start = history.startDay(today: today())
                try await archive.perform { archive in
                    try archive.notes.extendHistory(to: start, oldest: archive.store.oldestDay)
                }
            }
        }
        var pass = try await begin(scope, watch)
        events.send(.planned(pictures: pass.plan.missing.count))
        try await ask(for: pass.plan, &pass)
        if let end = watch.end { pass.stop(end) }
        try await settle(&pass)
        // A server that is wrong about its days may be wrong about the time.
        if watch.withLock({ $0.isDoubtful }) { nasa?.distrust() }
        do {
            try await finish(pass)
        } catch let error as FolderError where error.isDiskFull || error.isNotWritable {
            // The disk that ended the pass keeps its notes from being written, too; they cost a request each at worst.
            if pass.summary.stopped == nil { pass.stop(error) }
        }
        return pass.report
    }

    // MARK: - The days

    /// Asks for the days of a plan until all are asked for, or the pass is to end.
    ///
    /// While it is in doubt whether the server is at fault no day is begun; once the running days have ended, a picture
    /// that the server certainly has decides whether the others are asked for.
    ///
    /// - Parameter isProbe: whether these days are asked for to resolve such a doubt.
    func ask(for plan: Plan, _ pass: inout Pass, isProbe: Bool = false) async throws {
        let watch = pass.watch
        try await withThrowingTaskGroup(of: DayOutcome.self) { group in
            var underWay = 0
            do {
                asking: for range in plan.ranges where !pass.isOver {
                    events.send(.asking(range))
                    for try await answer in source.entries(in: range, watch: watch)
                    where plan.wants(answer.day) && !pass.isJudged(answer.day) {
                        // A day that ends may begin a commit, since pictures that need not wait any longer are stored.
                        while underWay >= (watch.mayFetch ? Self.daysUnderWay : 1),
                            let outcome = try await group.next()
                        {
                            underWay -= 1
                            underWay += record(outcome, &pass, &group)
                        }
                        if !isProbe { underWay += try await goOn(with: plan, &pass, &group) }
                        if pass.isOver { break asking }
                        pass.recordStory(of: answer)
                        underWay += begin([answer], pass, &group)
                    }
                }
            } catch let error as SourceError {
                pass.stop(error)
            }
            repeat {
                // Days that were begun are awaited, whatever ended the pass: most of their pictures have come.
                while let outcome = try await group.next() { _ = record(outcome, &pass, &group) }
                if isProbe { break }
            } while try await goOn(with: plan, &pass, &group) > 0
        }
    }

    /// Begins with the days that were held back, if a doubt about the server was dispelled; returns how many.
    private func goOn(
        with plan: Plan, _ pass: inout Pass, _ group: inout ThrowingTaskGroup<DayOutcome, any Error>
    ) async throws -> Int {
        try await dispelDoubt(about: plan, &pass) ? begin(pass.takeHeld(), pass, &group) : 0
    }

    /// Begins with days whose entries have come; returns how many.
    private func begin(
        _ answers: [DayAnswer], _ pass: Pass, _ group: inout ThrowingTaskGroup<DayOutcome, any Error>
    ) -> Int {
        let task = task(pass)
        for answer in answers {
            group.addTask { try await task.outcome(of: answer) }
        }
        return answers.count
    }

    /// Records a day's outcome, and has those pictures stored that need not wait any longer; returns how many.
    private func record(
        _ outcome: DayOutcome, _ pass: inout Pass, _ group: inout ThrowingTaskGroup<DayOutcome, any Error>
    ) -> Int {
        pass.record(outcome)
        tell(outcome)
        guard let pending = outcome.pendingPicture else { return 0 }
        let (watch, task) = (pass.watch, task(pass))
        // A replacement of a settled picture waits for the end in any case, and so do corrected words.
        let ripe = watch.withLock { $0.take(PassSuspicion.Picture(pending)) }.filter { day in
            pass.pendingPictures[day].map { !$0.isSettled && !$0.hasOtherWords } ?? false
        }
        let pendingPictures = ripe.compactMap { pass.takePendingPicture(of: $0) }
        for pending in pendingPictures {
            group.addTask { try await task.outcome(of: pending) }
        }
        return pendingPictures.count
    }

    /// Sends the event of a day's outcome.
    func tell(_ outcome: DayOutcome) {
        switch outcome {
        case .stored(let metadata, let replaced): events.send(.stored(metadata, replaced: replaced))
        case .corrected(let metadata): events.send(.corrected(metadata))
        case .reread(let metadata): events.send(.reread(metadata))
        case .disputed(let day, let dispute, isNew: true, isAboutWords: _):
            events.send(.disputed(day, reason: dispute.reason))
        case .heldWords(let dispute, let isNew, beside: let outcome):
            if isNew, let day = outcome.day { events.send(.disputed(day, reason: dispute.reason)) }
            tell(outcome)
        // Failures and absences are told once they are noted, if they are.
        case .failed, .unpublished, .leftOut: break
        case .nothing, .recorded, .undecided, .held, .offered, .correction, .disputed, .stop: break
        }
    }

    func task(_ pass: Pass) -> DayTask {
        DayTask(
            archive: archive, fetch: fetch, source: source.name, base: source.address, choose: choice,
            facts: pass.facts, watch: pass.watch)
    }
}
