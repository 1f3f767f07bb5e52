package import Archive
internal import Days
internal import Folder
internal import MirrorTree
package import NASA
package import Refresh
package import Settings
internal import Store
internal import Transfer

/// Passes over NASA's days, one at a time for the schedule and all commands, each remembered for the schedule.
package struct Passes: Sendable {
    package let archive: Archive
    package let refresher: Refresher
    package let schedule: Schedule
    package let clock: NASAClock
    package let configuration: Configuration
    package var budget = SourceBudget()
    package let heartbeat = Heartbeat()
    /// The daemon's status board, which is told of each pass for all that is due.
    package var board: StatusBoard?
    /// Rung after each pass, since the time of the next one is to be reckoned anew.
    let bell = Bell()
    /// Whether a user wants a pass now, whatever the schedule says.
    private let wish = Monitor(false)
    let slot = Slots(1)
    /// The last pass, which a full disk may have kept from being written down.
    private let memory = Monitor<LastRefresh?>(nil)

    package init(
        archive: Archive, refresher: Refresher, schedule: Schedule, clock: NASAClock, configuration: Configuration,
        budget: SourceBudget = SourceBudget(), board: StatusBoard? = nil
    ) {
        self.archive = archive
        self.refresher = refresher
        self.schedule = schedule
        self.clock = clock
        self.configuration = configuration
        self.budget = budget
        self.board = board
    }

    /// The facts for the time of the next pass. Reads a few files.
    func facts() async throws -> Schedule.Facts {
        try await heartbeat.step("The check of the schedule") {
            let last = try await lastRefresh()
            let (keep, today) = (configuration.keep, clock.today)
            let (state, start, newest, retry) = try await archive.perform { archive in
                let start = try archive.notes.identity().start
                let retry = FirstRetry(since: start, until: today, keep: keep, last: last?.time)
                let newest = archive.store.listing.days.withMetadata.last
                return (try archive.tree.sourceState, start, newest, retry.time(in: archive))
            }
            // A pass is due at once where the settings ask for older days than the mirror begins with, but only once
            // for each process: without a network the mirror's first day stays, and a pass would be due at once for
            // ever.
            let isLonger = configuration.history.startDay(today: clock.today) < start && memory.withLock { $0 == nil }
            return Schedule.Facts(
                last: isLonger || wish.withLock { $0 } ? nil : last, newest: newest,
                pausedUntil: state.pause(of: refresher.source.address, at: clock.now), retry: retry)
        }
    }

    /// The last pass. A pass that another process did not complete is tried again, but not by each of many that end
    /// soon.
    func lastRefresh() async throws -> LastRefresh? {
        if let refresh = memory.withLock({ $0 }) { return refresh }
        guard let refresh = try await archive.perform({ try $0.tree.sourceState }).lastRefresh else { return nil }
        return refresh.isWhole || clock.now < refresh.time + Schedule.shortest ? refresh : nil
    }

    func remember(_ refresh: LastRefresh) { memory.withLock { $0 = refresh } }

    /// Has the schedule make a pass due now, once.
    func ask() {
        wish.withLock { $0 = true }
        bell.ring()
    }

    /// Makes the pass for all that is due.
    ///
    /// - Parameters:
    ///   - isThorough: whether a block of older days is read again, too; by default once a day.
    ///   - isAsked: whether a user waits for the pass, as after ``ask()``.
    ///   - history: how far back the mirror is to reach from now on, if further than the settings have it.
    func refresh(
        isThorough: Bool? = nil, isAsked: Bool = false, reaching history: History? = nil
    ) async throws -> PassReport {
        try await alone {
            let isWished = wish.withLock { wish in
                defer { wish = false }
                return wish
            }
            let former = try await lastRefresh()
            let scope = RefreshScope.due(
                isThorough: isThorough ?? schedule.isThorough(clock.now, after: former), isAsked: isAsked || isWished)
            board?.beginRefresh()
            var report = try await reported { error in
                // A cancelled pass is not recorded: the next start goes on with it at once.
                !(error is CancellationError)
            } during: {
                try archive.claim.check()
                return try await refresher.refresh(scope, reaching: history)
            }
            await conclude(&report, isDue: true, after: former)
            board?.update(report)
            archive.events.send(.passEnded)
            return report
        }
    }

    // MARK: - How a pass becomes a report, and the report is kept

    /// Makes a pass. An error that its report may hold stands there as its end.
    func reported(
        holding mayHold: (any Error) -> Bool, during pass: () async throws -> PassReport
    ) async throws -> PassReport {
        let began = clock.now
        var report = PassReport()
        do {
            report = try await pass()
        } catch {
            guard mayHold(error) else { throw error }
            report.stopped = PassEnd(error, at: clock.now)
        }
        report.stopped = report.stopped?.leaving(freeBytes: try? archive.tree.root.freeBytes())
        (report.began, report.ended, report.source) = (began, clock.now, refresher.source.address)
        return report
    }

    /// Names in the report what is wrong with days by now, and notes it.
    ///
    /// - Parameters:
    ///   - isDue: whether the report is one of all that was due, which is kept, and the pass one that the schedule remembers.
    ///   - before: the last such pass before this one.
    func conclude(_ report: inout PassReport, isDue: Bool, after before: LastRefresh? = nil) async {
        let (keep, today) = (configuration.keep, clock.today)
        let refresh = isDue ? recorded(report, after: before) : nil
        if let refresh { remember(refresh) }
        do {
            report = try await archive.perform { [report] archive in
                var report = report
                let former = try archive.tree.passReport
                var known = try DayTroubles(of: archive, keep: keep, today: today)
                // Days before the mirror's first, and those of a folder that cannot be written to, have no note.
                let noted = known.all(.missing)
                known.add(report.pending.filter { $0.key < today && !noted.contains($0.key) }, as: .missing)
                known.add(closed: report.troubles)
                // A pass that did not come to its end, or was over a few days, did not look into all folders.
                if !isDue || !report.isWhole { known.add(closed: former?.known.closed ?? []) }
                report.conclude(known, after: former)
                if let refresh {
                    try archive.notes.record(refresh, with: report)
                } else {
                    try archive.notes.save(former?.updated(by: report) ?? report)
                }
                return report
            }
        } catch {
            // Troubles that cannot be noted are named once more.
            if report.stopped == nil { report.stopped = PassEnd(error, at: clock.now) }
            guard isDue else { return }
            let refresh = recorded(report, after: before)
            remember(refresh)
            try? await archive.perform { try $0.notes.record(refresh) }
        }
    }

    /// A pass for all that was due, as the schedule remembers it.
    private func recorded(_ report: PassReport, after former: LastRefresh?) -> LastRefresh {
        // After an accident the schedule goes on as after a thorough pass that was cut short.
        let isWhole = report.isWhole && !report.isToGoOn
        var refresh = schedule.recorded(report.ended, isWhole: isWhole, after: former)
        if report.isToGoOn { refresh.wasThorough = false }
        return refresh
    }

    // MARK: - One at a time

    /// Does something small while no pass is under way.
    func between<Result>(_ work: () async throws -> Result) async rethrows -> Result {
        try await slot.inside(work)
    }

    func alone(_ pass: () async throws -> PassReport) async throws -> PassReport {
        try await slot.inside {
            defer { bell.ring() }
            try Task.checkCancellation()
            do {
                let report = try await heartbeat.step("The sync", progress: progress, pass)
                await archive.perform { $0.notes.letGo() }
                return report
            } catch {
                await archive.perform { $0.notes.letGo() }
                throw error
            }
        }
    }

    /// Grows with bytes, requests, events and the archive's steps, since a pass that waits for one of them may make
    /// progress by another.
    var progress: @Sendable () -> Int64 {
        { [archive, budget, events = refresher.events, transfer = refresher.fetch.transfer] in
            transfer.bytesReceived + budget.askedEver + events.sent + archive.steps.value
        }
    }
}
