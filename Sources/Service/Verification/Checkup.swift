internal import Archive
internal import Days
internal import Favorites
internal import Folder
internal import MirrorTree
package import Settings
internal import Store

/// The daemon's own check for damage: day by day over the whole mirror, once a month or a week. It stands back behind
/// other work, keeps no pass waiting for what is whole, and goes on after a restart where it was. It also remembers what `verify`
/// found, so that `status` tells the result of the last check of either kind.
package struct Checkup: Sendable {
    let passes: Passes
    let board: StatusBoard
    let log: Log
    private let bell = Bell()
    private let state = Monitor(State())
    private let troubles = Troubles()

    private struct State {
        var recorded = CheckupState(ended: Timestamp(seconds: 0))
        /// The damaged days, with a sentence each.
        var damaged: [Day: String] = [:]
        /// When the daemon last tried to mend damage.
        var tried = Timestamp(seconds: 0)
    }

    package init(_ passes: Passes, _ board: StatusBoard, _ log: Log) {
        self.passes = passes
        self.board = board
        self.log = log
    }

    private var archive: Archive { passes.archive }
    private var recorded: CheckupState { state.withLock { $0.recorded } }
    private var damaged: [Day: String] { state.withLock { $0.damaged } }

    /// Replaces the known damage by what a check of all days has just found and could not mend, by day.
    func record(_ damaged: [Day: String]) async {
        change { ($0.damaged, $0.tried) = (damaged, .now) }
        await save()
        bell.ring()
    }

    /// Has the damaged days looked at once more, which the owner may have mended.
    func lookAgain() { bell.ring() }

    /// Throws only when it is cancelled.
    func run() async throws {
        await load()
        while true {
            // Without an interval the daemon makes no checks: it tells what verify found, and mends nothing by itself.
            let interval = passes.configuration.verify.length
            if !damaged.isEmpty {
                let isDue = state.withLock { Timestamp.now >= $0.tried + Self.retry }
                try await settle(mending: isDue && interval != nil)
            }
            guard let interval else {
                try await bell.wait()
                continue
            }
            let (due, tried) = state.withLock { state in
                // A time in the future was recorded while the clock was wrong.
                (state.recorded.ended, state.tried) = (min(state.recorded.ended, .now), min(state.tried, .now))
                return (state.recorded.due(interval, now: .now), state.tried)
            }
            if due <= .now {
                do {
                    try await goThrough()
                } catch {
                    // The next start goes on from here.
                    await save()
                    throw error
                }
            } else {
                try await wait(until: damaged.isEmpty ? due : min(due, tried + Self.retry))
            }
        }
    }

    /// Damage that could not be mended is tried again after a day.
    private static let retry = 86_400

    private func wait(until time: Timestamp) async throws {
        try await bell.wait { _ = try await WallClockTimer().wait(until: time.seconds) }
    }

    // MARK: Reading

    private func goThrough() async throws {
        let reader = IdleReader()
        let verification = passes.verification
        var saved = ContinuousClock.now
        let (listing, favorites) = await archive.perform { ($0.store.listing, $0.favorites.record?.favorites ?? [:]) }
        let days = listing.known(with: favorites.keys).sorted(by: >)
        let first = recorded.next
        for day in days where first.map({ day <= $0 }) ?? true {
            change { $0.recorded.next = day }
            if saved.duration(to: .now) > Self.savedEvery {
                await save()
                saved = .now
            }
            let began = ContinuousClock.now
            // A pass does not wait for a long film. What is found beside one that is just writing is looked at alone.
            var findings = await reader.check(at: day, isFavorite: favorites[day] != nil, verification)
            if !findings.isEmpty {
                findings = await passes.between {
                    await reader.check(at: day, isFavorite: favorites[day] != nil, verification)
                }
            }
            try Task.checkCancellation()
            // A day that was removed or changed meanwhile may be found damaged; `settle` checks it once more.
            change { $0.damaged[day] = findings.first?.reason }
            // A tenth of the time is enough to come through within hours.
            try await Pause().wait(for: min(max(began.duration(to: .now) * 9, .milliseconds(5)), .seconds(30)))
        }
        change { $0.recorded = CheckupState(ended: .now) }
        if !damaged.isEmpty { try await settle(mending: true) }
        await save()
        let result = damaged.isEmpty ? "all is well" : "see status"
        log.info("Verified \(Quantity.plural(days.count, "day")): \(result).")
    }

    private static let savedEvery = Duration.seconds(60)

    // MARK: Mending

    /// Checks the damaged days once more, has them mended, and logs what is left.
    private func settle(mending: Bool) async throws {
        let days = Set(damaged.keys)
        var left = await check(at: days)
        if mending {
            if !left.isEmpty {
                do {
                    _ = try await passes.mend(Set(left.keys))
                } catch is CancellationError {
                    throw CancellationError()
                } catch {
                    log.warning("\(error)")
                }
                left = await check(at: days)
            }
            state.withLock { $0.tried = .now }
        }
        for day in days.sorted(by: >) {
            let reason = left[day]
            if let reason, troubles.meet(reason) { log.warning(reason) }
            if reason == nil, await archive.perform({ $0.store.listing.isPresent(day) }) {
                log.info("\(day) was damaged, and is whole again.")
            }
            change { $0.damaged[day] = reason }
        }
        troubles.endRound()
        await save()
    }

    private func check(at days: Set<Day>) async -> [Day: String] {
        let verification = passes.verification
        let reader = IdleReader()
        let favorites = await archive.perform { $0.favorites.record?.favorites ?? [:] }
        var found: [Day: String] = [:]
        for day in days {
            found[day] = await reader.check(at: day, isFavorite: favorites[day] != nil, verification).first?.reason
        }
        return found
    }

    // MARK: The record

    /// Changes the recorded damage. Every change goes this way, so that `status` tells of damage as soon as it is
    /// found, or is gone.
    private func change(_ body: (inout State) -> Void) {
        let told = state.withLock { state in
            body(&state)
            return DayNotes.inWords(damaged: state.damaged)
        }
        if board.facts.damaged != told { board.update { $0.damaged = told } }
    }

    private func load() async {
        let (saved, damaged) = (try? archive.tree.checkupState, (try? archive.tree.dayNotes)?.damaged ?? [:])
        change {
            $0.recorded = saved ?? CheckupState(ended: .now)
            // Damage that verify has found meanwhile stays.
            $0.damaged.merge(damaged) { found, _ in found }
        }
        if saved == nil { await save() }
    }

    private func save() async {
        // A failed write is ignored: a full disk is reported elsewhere, and the next save comes within a minute.
        try? await archive.perform { [recorded, damaged] archive in
            try archive.notes.change { $0.damaged = damaged }
            try archive.notes.save(recorded)
        }
    }
}

extension Passes {
    /// The check of this mirror against its sums.
    var verification: Verification { Verification(archive.tree, configuration) }
}

/// Compares pictures with their sums, and words with their records, on a thread of its own, which stands back behind all
/// others.
actor IdleReader {
    private nonisolated let thread = FileThread()
    private var isIdle = false

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        thread.asUnownedSerialExecutor()
    }

    func check(at day: Day, isFavorite: Bool, _ verification: Verification) -> [Finding] {
        if !isIdle { DedicatedThread.beIdle() }
        isIdle = true
        return verification.check(at: day, isFavorite: isFavorite)
    }

    /// Whether the day's record, read now, says something else than its JSON.
    func readsOtherwise(_ day: Day, _ tree: Tree) -> Bool {
        if !isIdle { DedicatedThread.beIdle() }
        isIdle = true
        return (try? tree.reread(day)) != nil
    }
}
