package import Archive
package import Days
internal import DirectoryWatch
package import Favorites
package import Folder
internal import MirrorTree
package import Settings

/// Watches `favorites/` and keeps what is dropped there: the hint, from the event to the file that remembers it.
///
/// An event is a hint; the pass is the truth. A pass runs when the watch is armed, on every hint after that, and when
/// the report of the last one asks for it; in between nothing wakes. What a pass writes is a hint, too: the pass that
/// follows finds nothing new, and flushes the names that the former one left, once the folder has come to rest.
package struct FavoritesKeeper: Sendable {
    package let archive: Archive
    package let log: Log
    var heartbeat = Heartbeat()
    /// The queue of scan requests; other parts of the daemon add to it, too.
    var due = ScanQueue()
    /// Rung to try at once to arm a watch that could not be armed.
    var rearm = Bell()
    /// Called after every pass. The first pass runs when the watch is armed, or cannot be.
    var told: @Sendable (Result<FavoritesReport, any Error>) -> Void = { _ in }
    /// Called whenever the way in which changes are noticed becomes another.
    var watching: @Sendable (FavoritesWatching) -> Void = { _ in }
    /// Fetches the pictures of favorites that are not in the mirror.
    let fetch: @Sendable (Set<Day>) async -> Void

    package init(
        archive: Archive, log: Log, heartbeat: Heartbeat = Heartbeat(), due: ScanQueue = ScanQueue(),
        rearm: Bell = Bell(), told: @escaping @Sendable (Result<FavoritesReport, any Error>) -> Void = { _ in },
        watching: @escaping @Sendable (FavoritesWatching) -> Void = { _ in },
        fetch: @escaping @Sendable (Set<Day>) async -> Void
    ) {
        self.archive = archive
        self.log = log
        self.heartbeat = heartbeat
        self.due = due
        self.rearm = rearm
        self.told = told
        self.watching = watching
        self.fetch = fetch
    }

    package func run() async throws {
        let (orders, order) = AsyncStream.makeStream(of: Set<Day>.self)
        let (shortages, room) = AsyncStream.makeStream(of: Int64?.self, bufferingPolicy: .bufferingNewest(1))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await watch() }
            group.addTask {
                // The passes that a sync makes leave to the keeper what they had no time for.
                try await archive.events.heard { event in
                    if case .passEnded = event { due.add() }
                } during: {
                    try await Bell().wait()
                }
            }
            group.addTask {
                for await freeBytes in shortages {
                    try await RoomWatch(freeBytes: { [root = archive.tree.root] in try root.freeBytes() })
                        .wait(forMoreThan: freeBytes)
                    due.add()
                }
            }
            group.addTask {
                for await days in orders {
                    await fetch(days)
                    due.add()
                }
            }
            group.addTask {
                var state = State()
                try await due.each { isThorough in
                    let (busy, outcome) = try await pass(isThorough, &state, { order.yield($0) })
                    switch outcome {
                    case .done(let later): return (busy, later)
                    case .failed(let pause): return (busy, pause)
                    case .noRoom(let freeBytes):
                        room.yield(freeBytes)
                        return (busy, nil)
                    }
                }
            }
            try await group.next()
            group.cancelAll()
        }
    }

    private struct Refused: Hashable {
        var entry: FilePath
        var refusal: Refusal
    }

    /// State that is kept from one pass to the next.
    private struct State {
        var refusals = LoggedOnce<Refused> {
            "\(Quantity.plural($0, "more entry is", "more entries are")) no favorite"
        }
        var troubles = LoggedOnce<String> {
            "\(Quantity.plural($0, "more entry", "more entries")) could not be put right"
        }
        /// Days whose pictures the last pass wanted: they are not ordered again.
        var asked: Set<Day> = []
        let failures = Troubles()
        var pause = Duration.seconds(1)
    }

    private enum Outcome {
        case done(later: Duration?)
        case failed(pause: Duration)
        /// The disk was full. `freeBytes` is what was free before the pass.
        case noRoom(freeBytes: Int64?)
    }

    /// A pass, and how long it kept a processor busy. Throws only when there is no mirror any more.
    private func pass(
        _ isThorough: Bool, _ state: inout State, _ order: (Set<Day>) -> Void
    ) async throws -> (busy: Duration, Outcome) {
        var busy = Duration.zero
        var freeBytes: Int64?
        defer { state.failures.endRound() }
        do {
            let outcome: Result<FavoritesReport, any Error>
            (freeBytes, busy, outcome) = try await heartbeat.step("The scan of favorites") {
                try archive.claim.check()
                return await archive.perform { archive in
                    let room = try? archive.tree.root.freeBytes()
                    let before = Duration.ofThisThread
                    let outcome = Result { try archive.favorites.run(isThorough: isThorough) }
                    return (room, .ofThisThread - before, outcome)
                }
            }
            let report = try outcome.get()
            told(.success(report))
            state.pause = .seconds(1)
            let unlogged = logNews(of: report, &state)
            let wanted = report.wanted.subtracting(state.asked)
            state.asked = report.wanted
            if !wanted.isEmpty { order(wanted) }
            if isThorough { Memory.trim() }
            return (busy, .done(later: [unlogged, report.later].compactMap(\.self).min()))
        } catch let error as RootError {
            throw error
        } catch {
            told(.failure(error))
            if state.failures.meet("\(error)") { log.error("\(error)") }
            if let error = error as? FolderError, error.isDiskFull { return (busy, .noRoom(freeBytes: freeBytes)) }
            defer { state.pause = min(state.pause * 2, .seconds(3_600)) }
            return (busy, .failed(pause: state.pause))
        }
    }

    /// Returns how long to wait until there may be more to log; `nil` when nothing is pending.
    private func logNews(of report: FavoritesReport, _ state: inout State) -> Duration? {
        let refusals = state.refusals.log(
            report.refused.lazy.map { Refused(entry: $0.key, refusal: $0.value) },
            inOrder: { $0.entry.bytes.lexicographicallyPrecedes($1.entry.bytes) },
            sentence: { $0.refusal.sentence(entry: $0.entry) }, write: { log.notice($0) })
        let troubles = state.troubles.log(
            report.troubles + report.untidy, inOrder: <, sentence: { $0 }, write: { log.notice($0) })
        return [refusals, troubles].compactMap(\.self).min()
    }

    /// A watch that ends is started again after a pause, which grows to 15 seconds as long as watches live for less than
    /// a minute. A pass runs at each end and each start, so that no link is lost.
    private func watch() async {
        let root = archive.tree.root.path
        let watch = DirectoryWatch(root: root, folder: Tree.favorites)
        var isScanning = false
        let failures = Troubles()
        var pause = Duration.seconds(1)
        while !Task.isCancelled {
            let began = ContinuousClock.now
            do {
                try await watch.run { hint in
                    switch hint {
                    case .changed: due.add()
                    case .armed:
                        watching(.byEvents)
                        due.add()
                    case .interval:
                        watching(.byScanning)
                        due.add()
                        if !isScanning { log.notice(Self.unseen(in: root)) }
                        isScanning = true
                    }
                }
            } catch {
                if Task.isCancelled { return }
                watching(.blind("\(error)"))
                if began.duration(to: .now) > .seconds(60) {
                    failures.endRound()
                    pause = .seconds(1)
                }
                if failures.meet("\(error)") { log.error("\(error) Favorites are scanned every 15 seconds meanwhile.") }
                failures.endRound()
            }
            // The pass runs at once: a dropped link does not wait for a watch that cannot be armed.
            due.add()
            _ = try? await rearm.wait(or: { [pause] in try await Pause().wait(for: pause) })
            pause = min(pause * 2, .seconds(15))
        }
    }

    private static func unseen(in root: String) -> String {
        "Changes in \(root)/favorites cannot be seen on this file system; it is checked every 15 seconds."
    }
}

/// How changes in `favorites/` are noticed.
package enum FavoritesWatching: Equatable, Sendable {
    case byEvents
    /// The file system sends no events, so the folder is scanned at intervals.
    case byScanning
    /// The watch cannot be had for now, with the reason.
    case blind(String)
}
