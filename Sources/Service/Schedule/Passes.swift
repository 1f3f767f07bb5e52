package import Archive
internal import Days
internal import Folder
package import MirrorTree
package import NASA
internal import Peers
package import Refresh
package import Settings
internal import Store
internal import Transfer

/// Passes over NASA's days, one at a time for the schedule and all commands, each remembered for the schedule.
package struct Passes: Sendable {
    package let archive: Archive
    package let refresher: Refresher
    package let schedule: Schedule
    package let nasa: NASAClock
    package let configuration: Configuration
    package var budget = SourceBudget()
    package let heartbeat = Heartbeat()
    /// The daemon's status board, which is told of each pass for all that is due.
    package var board: StatusBoard?
    /// Rung after each pass, since the time of the next one is to be reckoned anew.
    let bell = Bell()
    /// Whether a user wants a pass now, whatever the schedule says.
    private let wish = Monitor(false)
    private let slot = Slots(1)
    /// The last pass, which a full disk may have kept from being written down.
    private let memory = Monitor<LastRefresh?>(nil)

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

    /// The facts for the time of the next pass. Reads a few files.
    func facts() async throws -> Schedule.Facts {
        try await heartbeat.step("The check of the schedule") {
            let last = try await lastRefresh()
            let (keep, today) = (configuration.keep, nasa.today)
            let (state, start, newest, retry) = try await archive.perform { archive in
                let start = try archive.notes.identity().start
                let retry = FirstRetry(
                    since: start, until: today, keep: keep, forLeftOut: last.map { $0.time + Schedule.longest })
                return (try archive.tree.sourceState, start, archive.store.newestDay, retry.time(in: archive))
            }
            // A pass is due at once where the settings ask for older days than the mirror begins with, but only once
            // for each process: without a network the mirror's first day stays, and a pass would be due at once for
            // ever.
            let isLonger = configuration.history.startDay(today: nasa.today) < start && memory.withLock { $0 == nil }
            return Schedule.Facts(
                last: isLonger || wish.withLock { $0 } ? nil : last, newest: newest,
                pausedUntil: state.pause(of: refresher.source.address, at: nasa.now), retry: retry)
        }
    }

    /// The last pass. A pass that another process did not complete is tried again, but not by each of many that end
    /// soon.
    private func lastRefresh() async throws -> LastRefresh? {
        if let refresh = memory.withLock({ $0 }) { return refresh }
        guard let refresh = try await archive.perform({ try $0.tree.sourceState }).lastRefresh else { return nil }
        return refresh.isWhole || nasa.now < refresh.time + Schedule.shortest ? refresh : nil
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
                isThorough: isThorough ?? schedule.isThorough(nasa.now, after: former), isAsked: isAsked || isWished)
            board?.beginRefresh()
            var report = try await reported { error in
                // A cancelled pass is not recorded: the next start goes on with it at once.
                !(error is CancellationError)
            } during: {
                try archive.claim.check()
                return try await refresher.refresh(scope, reaching: history)
            }
            await conclude(&report, isDue: true)
            await record(&report, after: former)
            board?.update(report)
            archive.events.send(.passEnded)
            return report
        }
    }

    /// Makes a pass for certain days only, which is not recorded for the schedule. Troubles of days that a user named are
    /// named by its report.
    package func fetch(_ scope: RefreshScope) async throws -> PassReport {
        try await alone {
            try archive.claim.check()
            var report = try await refresh(only: scope)
            if case .days = scope { await conclude(&report, isDue: false) }
            return report
        }
    }

    private func refresh(only scope: RefreshScope) async throws -> PassReport {
        let report = try await reported {
            $0 is SourceError
        } during: {
            try await refresher.refresh(scope)
        }
        // Pages written during the pass lack what it noted of days only at its end.
        archive.events.send(.passEnded)
        return report
    }

    /// Brings damaged days back: from what else is known of them here, from the source the very bytes that were stored,
    /// else from the vault.
    func mend(_ days: Set<Day>) async throws -> PassReport {
        try await alone {
            try archive.claim.check()
            let doublyDamaged = days.filter { archive.tree.damages(of: $0).count > 1 }
            var report = try await mendOnce(days)
            // Words are mended around a whole picture only.
            let left = doublyDamaged.filter { archive.tree.check($0) != nil }
            if left.isEmpty || report.stopped != nil { return report }
            let again = try await mendOnce(left)
            report.pending.merge(again.pending) { $1 }
            report.stopped = again.stopped
            return report
        }
    }

    private func mendOnce(_ days: Set<Day>) async throws -> PassReport {
        try await archive.mendHere(days)
        let damaged = await archive.perform { archive in days.filter { archive.tree.check($0) != nil } }
        let report = damaged.isEmpty ? PassReport() : try await refresh(only: .damaged(damaged))
        // The vault can mend days without the source.
        try await archive.mend(days)
        return report
    }

    /// Makes a pass over days of which a collection may have the pictures.
    func adopt(_ days: Set<Day>, from collection: OfferedCollection) async throws -> PassReport {
        try await alone {
            try archive.claim.check()
            let report = try await reported {
                $0 is SourceError
            } during: {
                collection.isUnchecked
                    ? try await refresher.refresh(days, fromRecordsIn: collection)
                    : try await refresher.taking(from: collection).refresh(.named(days))
            }
            try await planUnverified()
            archive.events.send(.passEnded)
            return report
        }
    }

    /// Brings days back from other mirrors.
    func restore(
        _ damaged: Set<Day>, lacking: Set<Day>, from peers: [Peer], trust: PeerTrust
    ) async throws -> PassReport {
        try await slot.inside {
            defer { bell.ring() }
            let progress: @Sendable () -> Int64 = { [progress] in progress() + peers.bytesReceived }
            return try await heartbeat.step("The repair", progress: progress) {
                try archive.claim.check()
                let report = try await refresher.restore(damaged, lacking: lacking, from: peers, trust: trust)
                try await planUnverified()
                return report
            }
        }
    }

    /// Has the next pass ask NASA about days that came without it, also where the day's thorough pass is over.
    private func planUnverified() async throws {
        guard try !archive.tree.unverifiedDays.isEmpty, var last = try await lastRefresh(), last.wasThorough else {
            return
        }
        last.wasThorough = false
        remember(last)
        try await archive.perform { [last] in try $0.notes.record(last) }
    }

    /// Brings damaged days back from what else is known of them here, and from the vault.
    func mendHere(_ days: Set<Day>) async throws {
        try await slot.inside {
            try await heartbeat.step("The repair", progress: progress) {
                try archive.claim.check()
                try await archive.mendHere(days)
                try await archive.mend(days)
            }
        }
    }

    /// Removes what the setting `keep` does not cover; never beside a pass.
    ///
    /// - Parameter isAsked: whether a user asks, who answers for the clock. Otherwise nothing is removed while the
    ///   clock is in doubt.
    func prune(isAsked: Bool = false) async throws -> Pruning {
        guard isAsked || !nasa.isInDoubt else { return Pruning() }
        return try await slot.inside {
            try await heartbeat.step("The prune", progress: progress) {
                try archive.claim.check()
                return try await archive.prune(keep: configuration.keep, now: nasa.now)
            }
        }
    }

    /// Does something small while no pass is under way.
    func between<Result>(_ work: () async throws -> Result) async rethrows -> Result {
        try await slot.inside(work)
    }

    private func alone(_ pass: () async throws -> PassReport) async throws -> PassReport {
        try await slot.inside {
            defer { bell.ring() }
            try Task.checkCancellation()
            return try await heartbeat.step("The sync", progress: progress, pass)
        }
    }

    /// Grows with bytes, requests, events and the archive's steps, since a pass that waits for one of them may make
    /// progress by another.
    private var progress: @Sendable () -> Int64 {
        { [archive, budget, events = refresher.events, transfer = refresher.fetch.transfer] in
            transfer.bytesReceived + budget.askedEver + events.sent + archive.steps.value
        }
    }
}
