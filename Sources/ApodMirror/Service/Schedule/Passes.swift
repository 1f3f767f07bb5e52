internal import Folder
internal import Transfer

/// Passes over NASA's days, one at a time whoever asks for them, each remembered for the schedule.
struct Passes: Sendable {
    let archive: Archive
    let refresher: Refresher
    let schedule: Schedule
    let nasa: NASAClock
    let configuration: Configuration
    var budget = SourceBudget()
    var heartbeat = Heartbeat()
    /// Where a daemon's status learns what becomes of them.
    var board: StatusBoard?
    /// Rung after each pass: what comes next is to be reckoned anew.
    let bell = Bell()
    /// Somebody wants a pass now, whatever the schedule says.
    private let isAsked = Monitor(false)
    private let turnstile = Turnstile()
    /// What a full disk may have kept from being written down.
    private let memory = Monitor<LastLook?>(nil)

    /// What is known for the next look. Reads a few files.
    func facts() async throws -> Schedule.Facts {
        let state = try await archive.sourceState()
        let start = configuration.history.startDay(today: nasa.today)
        let identity = try await archive.identity()
        // What another process did not bring to its end is tried at once.
        let last = memory.withLock { $0 } ?? state.lastLook.flatMap { $0.isWhole ? $0 : nil }
        // The settings ask for days that nobody has looked for yet.
        let isDue = start < identity.start || isAsked.withLock { $0 }
        return Schedule.Facts(
            last: isDue ? nil : last,
            newest: await archive.newestDay, pausedUntil: state.pause(of: refresher.source.address, at: nasa.now),
            retry: await archive.firstRetry(since: identity.start, keep: configuration.keep))
    }

    /// Has the schedule name the present for once.
    func ask() {
        isAsked.withLock { $0 = true }
        bell.ring()
    }

    /// The pass for all that is due.
    ///
    /// - Parameter isThorough: whether a block of older days is read again, too; by default once a day.
    func refresh(isThorough: Bool? = nil) async throws -> RefreshSummary {
        try await alone {
            isAsked.withLock { $0 = false }
            let former = try await facts().last
            var request = RefreshRequest(keep: configuration.keep)
            request.isThorough = isThorough ?? schedule.isThorough(nasa.now, after: former)
            board?.noteBeginning()
            do {
                try await refresher.reach()
                _ = try await archive.extendHistory(to: configuration.history.startDay(today: nasa.today))
                let summary = try await refresher.refresh(request)
                board?.note(.success(summary), at: nasa.now)
                try await note(isWhole: summary.stopped == nil, after: former)
                return summary
            } catch {
                board?.note(.failure(error), at: nasa.now)
                try? await note(isWhole: false, after: former)
                throw error
            }
        }
    }

    /// A pass for certain days only; it says nothing of the others.
    func refresh(_ request: RefreshRequest) async throws -> RefreshSummary {
        try await alone { try await refresher.refresh(request) }
    }

    /// Lets go of what `keep` does not hold; never beside a pass.
    ///
    /// - Parameter isAsked: by a person, who answers for the clock. By itself nothing goes while that is in doubt.
    func prune(isAsked: Bool = false) async throws -> Pruning {
        guard isAsked || !nasa.isInDoubt else { return Pruning() }
        return try await turnstile.alone {
            try await archive.checkRoot()
            return try await heartbeat.step("The prune") {
                try await archive.prune(keep: configuration.keep, now: nasa.now)
            }
        }
    }

    private func alone(_ pass: () async throws -> RefreshSummary) async throws -> RefreshSummary {
        try await turnstile.alone {
            defer { bell.ring() }
            try Task.checkCancellation()
            try await archive.checkRoot()
            // A server may leave every question unanswered until its time is up: also that is on its way.
            let progress: @Sendable () -> Int64 = { [budget, transfer = refresher.fetch.transfer] in
                transfer.bytesReceived + budget.askedEver
            }
            return try await heartbeat.step("The sync", progress: progress, pass)
        }
    }

    private func note(isWhole: Bool, after former: LastLook?) async throws {
        let look = schedule.noted(nasa.now, isWhole: isWhole, after: former)
        memory.withLock { $0 = look }
        try await archive.note(look)
    }
}
