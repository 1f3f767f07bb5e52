internal import DirectoryWatch
internal import Folder

/// Watches `favorites/` and keeps what is dropped there: the hint, from the event to the file that remembers it.
///
/// An event is a hint; the pass is the truth. It runs when the watch is armed, on every hint after that, and once more
/// whenever it says so itself; in between nothing wakes.
struct FavoritesKeeper: Sendable {
    let archive: Archive
    let log: Log
    var heartbeat = Heartbeat()
    /// Something that concerns the whole tree may have happened: a look is due.
    var nudges: AsyncStream<Void>?
    /// Hears of every pass. The first comes when the watch is armed, or cannot be.
    var told: @Sendable (Result<FavoritesPass, any Error>) -> Void = { _ in }
    /// Hears how changes are noticed, whenever that changes.
    var watching: @Sendable (FavoritesWatching) -> Void = { _ in }
    /// Fetches the pictures of favorites that are not in the mirror.
    let fetch: @Sendable (Set<Day>) async -> Void

    func run() async throws {
        _ = try archive.tree.root.makeFolder(Self.control)
        let (hints, hint) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let (alarms, alarm) = Self.times()
        let (retries, retry) = Self.times()
        let (orders, order) = AsyncStream.makeStream(of: Set<Day>.self)
        let (copies, copy) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let (shortages, room) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await watch { hint.yield() } }
            if let nudges {
                group.addTask {
                    for await _ in nudges { hint.yield() }
                    // Their end is not the keeper's.
                    try await Bell().wait()
                }
            }
            // Each by itself: the pause after a failure may be long, and no look that is due waits for its end.
            for times in [alarms, retries] {
                group.addTask {
                    for await time in times {
                        try await Pause().wait(for: max(.milliseconds(1), ContinuousClock().now.duration(to: time)))
                        hint.yield()
                    }
                }
            }
            group.addTask {
                for await _ in shortages {
                    try await RoomWatch(root: archive.tree.root).waitForRoom()
                    hint.yield()
                }
            }
            group.addTask { for await _ in copies { try await separateVault() } }
            group.addTask {
                for await days in orders {
                    await fetch(days)
                    hint.yield()
                }
            }
            group.addTask {
                var story = Story()
                for await _ in hints {
                    switch try await pass(&story, { order.yield($0) }, { copy.yield() }) {
                    case .done: break
                    case .lookAgain(let wait): alarm.yield(.now + wait)
                    case .failed(let pause): retry.yield(.now + pause)
                    case .noRoom: room.yield()
                    }
                }
            }
            try await group.next()
            group.cancelAll()
        }
    }

    private static func times() -> (
        stream: AsyncStream<ContinuousClock.Instant>, continuation: AsyncStream<ContinuousClock.Instant>.Continuation
    ) {
        AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// The private folder by which a sleeping watch is ended.
    static let control: FilePath = ".apod-mirror/control"

    /// What was found and told already, so that nothing is told twice.
    private struct Story {
        /// A fact, since when it holds, and whether it was told.
        var facts: [String: (since: ContinuousClock.Instant, isTold: Bool)] = [:]
        var asked: Set<Day> = []
        var failure: String?
        var pause = Duration.seconds(1)

        /// Tells what has stood for two seconds: a shortcut is a file without an address while it is written, and a
        /// link that comes before the one it leads to leads nowhere. Returns when more may be told.
        mutating func tell(_ found: [String], _ log: (String) -> Void) -> Duration? {
            let now = ContinuousClock.now
            // What is put right may go wrong again.
            facts = found.reduce(into: [:]) { $0[$1] = facts[$1] ?? (now, false) }
            var next: Duration?
            for fact in found {
                guard let (since, isTold) = facts[fact], !isTold else { continue }
                let wait = now.duration(to: since + Reconciliation.apart)
                if wait <= .zero {
                    log(fact)
                    facts[fact] = (since, true)
                } else {
                    next = min(next ?? wait, wait)
                }
            }
            return next
        }
    }

    private enum Outcome {
        case done
        case lookAgain(after: Duration)
        case failed(pause: Duration)
        /// There was no room for what is to be written.
        case noRoom
    }

    /// Throws only when there is no mirror any more.
    private func pass(
        _ story: inout Story, _ order: (Set<Day>) -> Void, _ copy: () -> Void
    ) async throws -> Outcome {
        do {
            let pass = try await heartbeat.step("The look at favorites") {
                try archive.claim.check()
                return try await archive.perform { try $0.favorites.reconcile() }
            }
            told(.success(pass))
            story.failure = nil
            story.pause = .seconds(1)
            let refusals = pass.refused.sorted { $0.key.description < $1.key.description }
            let facts = refusals.map { $0.value.sentence(entry: $0.key) } + pass.troubles
            let untold = story.tell(facts) { log.notice($0) }
            let wanted = pass.wanted.subtracting(story.asked)
            story.asked = pass.wanted
            if !wanted.isEmpty { order(wanted) }
            if pass.sharesBytes { copy() }
            let wait = [pass.lookAgain, untold].compactMap(\.self).min()
            return wait.map { .lookAgain(after: $0) } ?? .done
        } catch let error as RootError {
            throw error
        } catch {
            told(.failure(error))
            let failure = "\(error)"
            if failure != story.failure { log.error(failure) }
            story.failure = failure
            if let error = error as? FolderError, error.isDiskFull { return .noRoom }
            defer { story.pause = min(story.pause * 2, .seconds(3_600)) }
            return .failed(pause: story.pause)
        }
    }

    private func separateVault() async throws {
        do {
            try await heartbeat.step("The copy into the vault", progress: { [steps = archive.steps] in steps.value }) {
                try archive.claim.check()
                try await archive.separateVault()
            }
        } catch let error as FolderError {
            // The second name stays, and the next look tries again.
            log.warning("\(error)")
        }
    }

    /// A watch that ends is told once and armed again as soon as that can be; until then a pass is made every so often,
    /// so that what is dropped meanwhile is late and not lost.
    private func watch(_ hint: @Sendable () -> Void) async {
        let watch = DirectoryWatch(
            root: archive.tree.root.path, folder: Tree.favorites, control: Self.control, matters: Self.matters)
        var usual = FavoritesWatching.byEvents
        if case .rescan = watch.mode {
            usual = .byLooking
            log.notice(
                "Changes in \(archive.tree.root.path)/favorites cannot be seen on this file system; "
                    + "it is looked at every 15 seconds.")
        }
        watching(usual)
        var told: WatchError?
        while !Task.isCancelled {
            do {
                for try await _ in watch {
                    if told != nil { watching(usual) }
                    told = nil
                    hint()
                }
            } catch {
                if error != told {
                    log.error("\(error) Favorites are looked at every 15 seconds meanwhile.")
                    watching(.blind("\(error)"))
                }
                told = error
            }
            try? await Pause().wait(for: told == nil ? .seconds(1) : .seconds(15))
            hint()
        }
    }

    /// Names beside `favorites/` whose going or coming concerns favorites: their record, and the years they lie in.
    private static func matters(_ name: FilePath) -> Bool {
        name == FavoritesDisk.file || Listing.isYear(name)
    }
}
