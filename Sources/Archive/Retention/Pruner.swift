internal import Days
internal import Favorites
internal import Folder
internal import MirrorTree
internal import Settings
internal import Store

/// Removes the days that `keep` does not hold any more, in two phases: days are renamed into ``Pruned``; those that
/// became favorites meanwhile are put back, and the others go for good. Nothing goes unless all of `favorites/` could
/// be read before and after.
struct Pruner {
    let store: DayStore
    let notes: MirrorNotes
    let favorites: FavoritesPass
    let steps: StepCount
    let events: MirrorEvents
    var tree: Tree { store.tree }

    /// A prune under way.
    struct Run {
        let keep: Keep
        let now: Timestamp
        var pruning = Pruning()
        var tried: Set<Day> = []
    }

    /// Removes some of the oldest days; returns whether there may be more.
    func goOn(_ run: inout Run) throws -> Bool {
        guard run.keep != .forever else { return false }
        steps.advance()
        try returnPruned()
        let age = Retention(keep: run.keep, listing: try store.list(), now: run.now)
        guard !run.tried.isSuperset(of: age.days) else { return false }
        do {
            let record = try allFavorites()
            var retention = Retention(
                keep: run.keep, listing: store.listing, favorites: Set(record.favorites.keys), removed: record.removed,
                now: run.now)
            let leaving = try next(&retention, except: &run.tried)
            guard !leaving.isEmpty, !Task.isCancelled else { return false }
            let pruned = try Pruned(tree)
            try setAside(leaving, pruned)
            try finish(leaving, try favorites(beside: leaving), pruned, &run.pruning)
        } catch {
            // After any error, days that are still whole go back. If that fails, too, the next prune or start does it.
            try? returnPruned()
            _ = try? store.list()
            switch error {
            case let unread as FavoritesUnread: run.pruning.refusal = unread.description
            case is CancellationError: break
            default: throw error
            }
            return false
        }
        return true
    }

    /// Runs once no more days go: removes what is left of days that went, also in a prune that was cut short.
    func end(_ run: Run) throws {
        guard let newest = store.listing.presentDays.last, let first = run.keep.firstDay(newest: newest) else { return }
        try notes.forget { $0 < first && store.listing.days[$0] == nil }
        let used = Set(store.listing.days.keys.map(\.month))
        try tidy(store.listing.months.filter { $0 < first.month }.subtracting(used))
    }

    /// The number of days that leave together: a quarter's, so that after a signal only a few months must go back.
    private static let daysAtATime = 92

    /// The favorites as of now. The listing still has the days that were set aside, and their JSON is at hand: a link
    /// to such a day is understood as if the day stood in its month.
    private func favorites(beside leaving: [DayFiles]) throws -> Set<Day> {
        favorites.setAside = Dictionary(uniqueKeysWithValues: leaving.map { ($0.day, $0.metadata) })
        defer { favorites.setAside = [:] }
        return Set(try allFavorites().favorites.keys)
    }

    /// The oldest days that go.
    private func next(_ retention: inout Retention, except tried: inout Set<Day>) throws -> [DayFiles] {
        var candidates = retention.days.filter { !tried.contains($0) }[...]
        while !candidates.isEmpty {
            let days = candidates.prefix(Self.daysAtATime)
            candidates = candidates.dropFirst(Self.daysAtATime)
            tried.formUnion(days)
            let dayFiles = try tree.dayFiles(of: days)
            retention.hidden.formUnion(dayFiles.filter { $0.metadata.mirror.state == .hidden }.map(\.day))
            let going = dayFiles.filter { !retention.isExempt($0.day) }
            if !going.isEmpty { return going }
        }
        return []
    }

    private func setAside(_ leaving: [DayFiles], _ pruned: Pruned) throws {
        // A commit that failed would be made again by the next start.
        try store.forgetIntents(leaving.map(\.day))
        for (month, days) in Dictionary(grouping: leaving, by: \.day.month).sorted(by: { $0.key < $1.key }) {
            try Task.checkCancellation()
            try pruned.setAside(days, ofMonth: month)
        }
    }

    private func finish(_ leaving: [DayFiles], _ kept: Set<Day>, _ pruned: Pruned, _ pruning: inout Pruning) throws {
        let back = leaving.map(\.day).filter(kept.contains)
        // Favorites go back before anything is removed: they must not get lost.
        if !back.isEmpty { try returnPruned(only: Set(back)) }
        let going = leaving.filter { !kept.contains($0.day) }
        let days = Set(going.map(\.day))
        try pruned.discard(pruned.files().filter { days.contains($0.key) })
        for day in days { store.markChanged(of: day) }
        pruning.gone += going.map(Pruning.PrunedDay.init)
        pruning.putBack += back
        try tidy(Set(leaving.map(\.day.month)))
        try store.list()
        events.send(.changed(days.sorted(), .removed))
        if !back.isEmpty { events.send(.changed(back, .returned)) }
        // These favorites get their place in the vault, and their links the right form.
        if !back.isEmpty { _ = try favorites.run() }
    }

    /// The record after a full pass; throws when a favorite may have been missed.
    private func allFavorites() throws -> FavoritesRecord {
        let report: FavoritesReport
        do {
            report = try favorites.run()
        } catch let error as RootError {
            throw error
        } catch {
            throw FavoritesUnread(description: Pruning.refusal(because: "\(error)"))
        }
        if let refusal = Pruning.refusal(after: report) { throw FavoritesUnread(description: refusal) }
        return report.record
    }
}

/// A pass over `favorites/` that may have missed a favorite.
private struct FavoritesUnread: Error, CustomStringConvertible {
    let description: String
}
