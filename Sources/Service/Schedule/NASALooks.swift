package import Archive
internal import Days
internal import Folder
internal import MirrorTree
package import NASA
package import Refresh
package import Settings
internal import Store
internal import Transfer

/// Passes over NASA's days, one at a time whoever asks for them, each remembered for the schedule.
package struct NASALooks: Sendable {
    package let archive: Archive
    package let refresher: Refresher
    package let schedule: Schedule
    package let nasa: NASAClock
    package let configuration: Configuration
    package var budget = SourceBudget()
    package let heartbeat = Heartbeat()
    /// Where a daemon's status learns what becomes of them.
    package var board: StatusBoard?
    /// Rung after each pass: what comes next is to be reckoned anew.
    let bell = Bell()
    /// Somebody wants a pass now, whatever the schedule says.
    private let isAsked = Monitor(false)
    private let turnstile = Places(1)
    /// What a full disk may have kept from being written down.
    private let memory = Monitor<LastLook?>(nil)

    package init(
        archive: Archive, refresher: Refresher, schedule: Schedule, nasa: NASAClock, configuration: Configuration,
        budget: SourceBudget = SourceBudget(), board: StatusBoard? = nil
    ) {
        self.archive = archive
        self.refresher = refresher
        self.schedule = schedule
        self.nasa = nasa
        self.configuration = configuration
        self.budget = budget
        self.board = board
    }

    /// What is known for the next look. Reads a few files.
    func facts() async throws -> Schedule.Facts {
        try await heartbeat.step("The look at the schedule") {
            let last = try await lastLook()
            let (keep, today) = (configuration.keep, nasa.today)
            let (state, start, newest, retry) = try await archive.perform { archive in
                let start = try archive.notes.identity().start
                let retry = FirstRetry(
                    since: start, until: today, keep: keep, forLeftOut: last.map { $0.time + Schedule.longest })
                return (try archive.tree.sourceState, start, archive.store.newestDay, retry.time(in: archive))
            }
            // Where the settings ask for older days than the mirror begins with, a look is due at once, and only once for each
            // process: while there is no network, those days stay older, and a look would be due at once for ever.
            let isLonger = configuration.history.startDay(today: nasa.today) < start && memory.withLock { $0 == nil }
            return Schedule.Facts(
                last: isLonger || isAsked.withLock { $0 } ? nil : last, newest: newest,
                pausedUntil: state.pause(of: refresher.source.address, at: nasa.now), retry: retry)
        }
    }

    /// What another process did not bring to its end is tried again, but not by each of many that end soon.
    private func lastLook() async throws -> LastLook? {
        if let look = memory.withLock({ $0 }) { return look }
        guard let look = try await archive.perform({ try $0.tree.sourceState }).lastLook else { return nil }
        return look.isWhole || nasa.now < look.time + Schedule.shortest ? look : nil
    }

    /// Has the schedule name the present for once.
    func ask() {
        isAsked.withLock { $0 = true }
        bell.ring()
    }

    /// The pass for all that is due.
    ///
    /// - Parameters:
    ///   - isThorough: whether a block of older days is read again, too; by default once a day.
    ///   - isAsked: whether a person waits for it, as for one that ``ask()`` wished for.
    ///   - history: how far back the mirror is to reach from now on, if further than the settings have it.
    func refresh(
        isThorough: Bool? = nil, isAsked asked: Bool = false, reaching history: History? = nil
    ) async throws -> RefreshSummary {
        try await alone {
            let wished = isAsked.withLock { isAsked in
                defer { isAsked = false }
                return isAsked
            }
            let former = try await lastLook()
            let wanted = Wanted.due(
                isThorough: isThorough ?? schedule.isThorough(nasa.now, after: former), isAsked: asked || wished)
            board?.noteBeginning()
            do {
                try archive.claim.check()
                let summary = try await refresher.refresh(wanted, reaching: history)
                try await note(isWhole: summary.stopped == nil, after: former)
                board?.note(.success(summary), at: nasa.now)
                await tell(answer: summary.stopped.map { "\($0)" } ?? "NASA has nothing newer.")
                return summary
            } catch let error as CancellationError {
                // No look: the next start goes on at once with what this one was about.
                throw error
            } catch {
                try? await note(isWhole: false, after: former)
                board?.note(.failure(error), at: nasa.now)
                await tell(answer: "\(error)")
                throw error
            }
        }
    }

    /// A pass for certain days only; it says nothing of the others.
    package func fetch(_ wanted: Wanted) async throws -> RefreshSummary {
        try await alone {
            try archive.claim.check()
            return try await refresher.refresh(wanted)
        }
    }

    /// Brings damaged days back: from the source the very bytes that were stored, else from the vault.
    func mend(_ days: Set<Day>) async throws -> RefreshSummary {
        try await alone {
            try archive.claim.check()
            var summary = RefreshSummary()
            do {
                var damaged: Set<Day> = []
                for day in days where await !archive.incoming.isWhole(day) { damaged.insert(day) }
                if !damaged.isEmpty { summary = try await refresher.refresh(.damaged(damaged)) }
            } catch let error as SourceError {
                // What the vault has needs no source.
                summary.stopped = error
            }
            try await archive.mend(days)
            return summary
        }
    }

    /// Lets go of what `keep` does not hold; never beside a pass.
    ///
    /// - Parameter isAsked: by a person, who answers for the clock. By itself nothing goes while that is in doubt.
    func prune(isAsked: Bool = false) async throws -> Pruning {
        guard isAsked || !nasa.isInDoubt else { return Pruning() }
        return try await turnstile.inside {
            try await heartbeat.step("The prune", progress: progress) {
                try archive.claim.check()
                return try await archive.prune(keep: configuration.keep, now: nasa.now)
            }
        }
    }

    /// Does something small while no pass is under way.
    func between<Result>(_ work: () async throws -> Result) async rethrows -> Result {
        try await turnstile.inside(work)
    }

    /// What compares this mirror with its sums.
    var verification: Verification { Verification(archive.tree, configuration) }

    private func alone(_ pass: () async throws -> RefreshSummary) async throws -> RefreshSummary {
        try await turnstile.inside {
            defer { bell.ring() }
            try Task.checkCancellation()
            return try await heartbeat.step("The sync", progress: progress, pass)
        }
    }

    /// Bytes, questions, days: a server may leave each of them unanswered until its time is up, and be on its way.
    private var progress: @Sendable () -> Int64 {
        { [archive, budget, events = refresher.events, transfer = refresher.fetch.transfer] in
            transfer.bytesReceived + budget.askedEver + events.sent + archive.steps.value
        }
    }

    private func note(isWhole: Bool, after former: LastLook?) async throws {
        let look = schedule.noted(nasa.now, isWhole: isWhole, after: former)
        memory.withLock { $0 = look }
        try await archive.perform { try $0.notes.note(look) }
    }

    /// Has everybody know that a look came to its end.
    private func tell(answer: String) async {
        await archive.perform { $0.notes.lastAnswer = answer }
        archive.events.send(.looked)
    }
}
