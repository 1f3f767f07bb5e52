internal import Days
internal import Folder
internal import Words

/// The daemon's own look for damage: day by day over the whole mirror, once a month or a week. It is in nobody's way,
/// goes on after a restart where it was, and never runs beside a pass.
struct Checkup: Sendable {
    let looks: NASALooks
    let board: StatusBoard
    let log: Log
    private let bell = Bell()
    /// What the log has heard of already.
    private let told = Monitor<Set<String>>([])

    init(_ looks: NASALooks, _ board: StatusBoard, _ log: Log) {
        self.looks = looks
        self.board = board
        self.log = log
    }

    private var archive: Archive { looks.archive }

    /// Somebody has mended something.
    func lookAgain() { bell.ring() }

    /// Throws only when it is cancelled.
    func run() async throws {
        guard let interval = looks.configuration.verify.length else { return try await Bell().wait() }
        var state = await load()
        var tried = Timestamp(seconds: 0)
        while true {
            if !state.damaged.isEmpty {
                let isDue = Timestamp.now >= tried + Self.retry
                try await settle(&state, mending: isDue)
                if isDue { tried = .now }
            }
            // One in the future was noted while the clock was wrong.
            (state.ended, tried) = (min(state.ended, .now), min(tried, .now))
            let due = state.due(interval, now: .now)
            if due <= .now {
                do {
                    try await goThrough(&state)
                    tried = .now
                } catch {
                    // The next start goes on from here.
                    await save(state)
                    throw error
                }
            } else {
                try await wait(until: state.damaged.isEmpty ? due : min(due, tried + Self.retry))
            }
        }
    }

    /// What could not be mended may be another day.
    private static let retry = 86_400

    private func wait(until time: Timestamp) async throws {
        try await bell.wait { _ = try await WallClockTimer().wait(until: time.seconds) }
    }

    // MARK: Looking

    private func goThrough(_ state: inout CheckupState) async throws {
        let reader = IdleReader()
        let verification = looks.verification
        var saved = ContinuousClock.now
        let (listing, favorites) = await archive.perform { ($0.store.listing, $0.favorites.record?.favorites ?? [:]) }
        let days = listing.known(with: favorites.keys).sorted(by: >)
        for day in days where state.next.map({ day <= $0 }) ?? true {
            state.next = day
            if saved.duration(to: .now) > Self.savedEvery {
                await save(state)
                saved = .now
            }
            let began = ContinuousClock.now
            let findings = await looks.between {
                await reader.look(at: day, isFavorite: favorites[day] != nil, verification)
            }
            try Task.checkCancellation()
            // A day that went meanwhile, or changed, is whole by the time somebody looks again.
            state.damaged["\(day)"] = findings.first?.reason
            // A tenth of the time is enough to come through within hours.
            try await Pause().wait(for: min(max(began.duration(to: .now) * 9, .milliseconds(5)), .seconds(30)))
        }
        state.next = nil
        state.ended = .now
        if !state.damaged.isEmpty { try await settle(&state, mending: true) }
        await save(state)
        log.info(
            "Verified \(Quantity.plural(days.count, "day")): \(state.damaged.isEmpty ? "all is well" : "see status").")
    }

    private static let savedEvery = Duration.seconds(60)

    // MARK: Mending

    /// Looks at what was damaged once more, has it mended, and tells what is left.
    private func settle(_ state: inout CheckupState, mending: Bool) async throws {
        let days = Set(state.damaged.keys.compactMap { Day($0) })
        var left = await look(at: days)
        if mending, !left.isEmpty {
            do {
                _ = try await looks.mend(Set(left.keys))
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                log.warning("\(error)")
            }
            left = await look(at: days)
        }
        for day in days.sorted(by: >) {
            let reason = left[day]
            if let reason, told.withLock({ $0.insert(reason).inserted }) { log.warning(reason) }
            if reason == nil, await archive.perform({ $0.store.listing.isPresent(day) }) {
                log.info("\(day) was damaged, and is whole again.")
            }
            state.damaged["\(day)"] = reason
        }
        tell(state)
        await save(state)
    }

    private func look(at days: Set<Day>) async -> [Day: String] {
        let verification = looks.verification
        let reader = IdleReader()
        let favorites = await archive.perform { $0.favorites.record?.favorites ?? [:] }
        var found: [Day: String] = [:]
        for day in days {
            found[day] = await reader.look(at: day, isFavorite: favorites[day] != nil, verification).first?.reason
        }
        return found
    }

    private func tell(_ state: CheckupState) {
        let troubles = state.troubles
        if board.facts.damaged != troubles { board.note { $0.damaged = troubles } }
    }

    // MARK: What is noted

    private func load() async -> CheckupState {
        if let state = try? archive.tree.checkupState {
            tell(state)
            return state
        }
        let state = CheckupState(ended: .now)
        await save(state)
        return state
    }

    private func save(_ state: CheckupState) async {
        // A full disk is told by others; the next note comes within a minute.
        try? await archive.perform { try $0.notes.save(state) }
    }
}
