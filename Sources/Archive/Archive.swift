package import Days
package import Favorites
package import Folder
package import MirrorTree
package import Settings
package import Store

/// The one writer of a mirror: everything that changes the tree is done here, one thing after another, on a thread of
/// its own that spends its time waiting for the disk.
///
/// The work is done by its parts, which live on that thread and never leave it: the days and their files
/// (``DayStore``), the notes beside them (``MirrorNotes``), Today's two files (``TodayFiles``), favorites
/// (``FavoritesPass``), pruning by `keep` (``Pruner``) and the thumbnails' places (``ThumbnailStore``). A caller that
/// needs several parts at once uses one ``perform(_:)``: nothing else happens meanwhile.
package actor Archive {
    package nonisolated let tree: Tree
    /// The place where pictures are fetched to before they are stored.
    package nonisolated let incoming: Incoming
    package nonisolated let rules: FavoritesRules
    /// The events of the mirror, sent as they happen.
    package nonisolated let events: MirrorEvents
    package nonisolated let claim: RootClaim
    /// Counts the steps of long work. The watchdog reads it to tell slow from stuck.
    package nonisolated let steps = StepCount()
    private nonisolated let thread = FileThread()

    package let store: DayStore
    package let notes: MirrorNotes
    package let thumbnails: ThumbnailStore
    package let today: TodayFiles
    package let favorites: FavoritesPass
    let pruner: Pruner
    private var queue: [QueuedChange] = []

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        thread.asUnownedSerialExecutor()
    }

    /// Takes the mirror, finishes what a crash interrupted, sweeps what it left and lists the tree.
    package static func open(_ path: String, favorites rules: FavoritesRules = FavoritesRules()) async throws -> Archive
    {
        let tree = try Tree.open(path)
        let archive = try Archive(tree, rules)
        try await archive.perform { archive in
            // A failed return concerns its own days only, which lie where they are safe; the next prune tells why.
            try? archive.pruner.returnPruned()
            try? archive.favorites.finishReturns()
            try Recovery(archive.store).start()
        }
        return archive
    }

    private init(_ tree: Tree, _ rules: FavoritesRules) throws {
        self.tree = tree
        self.rules = rules
        events = MirrorEvents()
        claim = try RootClaim(tree)
        incoming = Incoming(tree)
        notes = MirrorNotes(tree)
        store = DayStore(tree, notes, events, today: rules.today)
        thumbnails = ThumbnailStore(tree, store)
        today = TodayFiles(tree, store, events)
        favorites = FavoritesPass(tree, rules, store, today, events)
        pruner = Pruner(store: store, notes: notes, favorites: favorites, steps: steps, events: events)
    }

    /// Does work with the parts, all of it before anything else is done.
    package func perform<Result: Sendable>(_ work: @Sendable (isolated Archive) throws -> Result) rethrows -> Result {
        try work(self)
    }

    /// Makes a day's change durable; returns its metadata as written.
    ///
    /// Callers that come while a commit is under way wait for this thread; all of them join the queue before the first
    /// goes on, and one commit serves them together. So a single day is durable at once, and a thousand days pay for
    /// the journal a few dozen times instead of thousands.
    package func store(_ change: DayChange) async throws -> Metadata {
        let queued = QueuedChange(change)
        queue.append(queued)
        await Task.yield()
        if queued.outcome == nil { commitQueue() }
        guard let outcome = queued.outcome else { preconditionFailure("a commit answers everyone in its queue") }
        return try outcome.get()
    }

    private func commitQueue() {
        while !queue.isEmpty {
            // A commit has one change for each day: two of one day would share their files in `incoming/`.
            var days: Set<Day> = []
            let window = queue.filter { days.insert($0.change.metadata.date).inserted }
            queue.removeAll { queued in window.contains { $0 === queued } }
            let outcomes = store.commit(window.map(\.change))
            for (queued, outcome) in zip(window, outcomes) { queued.outcome = outcome }
        }
    }

    /// Mends days without the source, as far as their witnesses here allow: the vault, records, sums and files. Then makes
    /// the vault's copies again where they are damaged and their months are whole. It must not run beside a pass.
    ///
    /// - Returns: the days of which anything was mended in their months.
    @discardableResult
    package func mend(_ days: Set<Day>) async throws -> Set<Day> {
        if days.isEmpty { return [] }
        var mended: Set<Day> = []
        let (notes, favorites) = (try tree.dayNotes, try tree.knownRecord().favorites)
        for day in days.sorted(by: >) {
            steps.advance()
            // Links that are dropped meanwhile need not wait for all days.
            await Task.yield()
            try Task.checkCancellation()
            do {
                if try await mend(day, isUnasked: notes.isUnasked(day)) { mended.insert(day) }
                if favorites[day] != nil, tree.check(day) == nil { try self.favorites.vault.mend(day) }
            } catch let error as FolderError where error.isDiskFull {
                throw error
            } catch {
                // An error concerns its day only, which is still damaged: the next check tells.
                continue
            }
        }
        return mended
    }

    private func mend(_ day: Day, isUnasked: Bool) async throws -> Bool {
        var isMended = false
        // A day may have more than one damage, and each round mends one.
        for _ in 0..<Self.mostDamages {
            guard let damage = tree.check(day),
                let change = try Mending(tree, day, isUnasked: isUnasked).change(for: damage)
            else { break }
            _ = try await store(change)
            isMended = true
            events.send(.changed([day], .returned))
        }
        return isMended
    }

    private static let mostDamages = 3

    /// Removes the days that `keep` does not hold.
    ///
    /// Pruning must not run beside a pass over the source, whose plan may hold the oldest of these days, nor while the
    /// clock is doubted: only the clock tells which favorites were removed lately. A cancelled task ends soon, and returns
    /// what went until then.
    package func prune(keep: Keep, now: Timestamp) async throws -> Pruning {
        var run = Pruner.Run(keep: keep, now: now)
        while try pruner.goOn(&run) {
            // Links that are dropped meanwhile need not wait until thirty years of days are gone.
            await Task.yield()
        }
        try pruner.end(run)
        return run.pruning
    }
}

/// A change that waits for the next commit, and its outcome once there is one.
private final class QueuedChange {
    let change: DayChange
    var outcome: Result<Metadata, any Error>?

    init(_ change: DayChange) {
        self.change = change
    }
}
