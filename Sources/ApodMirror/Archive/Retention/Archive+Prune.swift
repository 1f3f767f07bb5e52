internal import Folder

extension Archive {
    /// Lets go of what `keep` does not hold any more, in two phases: days are renamed into ``Pruned``; those that
    /// became favorites meanwhile are put back, and the others go for good. Nothing goes unless all of `favorites/`
    /// could be seen before and after.
    ///
    /// Not beside a pass over the source: its plan may hold the oldest of these days. Whoever doubts the clock does not
    /// call it, for the sake of favorites that were removed lately; nothing else here goes by the clock. When its task
    /// is cancelled it ends soon, and tells what went until then.
    func prune(keep: Keep, now: Timestamp) async throws -> Pruning {
        var pruning = Pruning()
        guard keep != .forever else { return pruning }
        var tried: Set<Day> = []
        while try pruneSome(keep, now, &pruning, except: &tried) {
            // Links that were dropped meanwhile are not to wait for thirty years.
            await Task.yield()
        }
        if let newest = listing.presentDays.last, let first = keep.firstDay(newest: newest) {
            try forgetDisputes(before: first)
            // A prune that was cut short may have left them empty.
            let used = Set(listing.days.keys.map(\.month))
            try tidy(listing.months.filter { $0 < first.month }.subtracting(used))
        }
        return pruning
    }

    /// Days that leave together: a quarter's. So a signal need not wait for more than a few months to go back.
    private static let daysAtATime = 92

    /// Carries on with the oldest days; whether there may be more.
    private func pruneSome(
        _ keep: Keep, _ now: Timestamp, _ pruning: inout Pruning, except tried: inout Set<Day>
    ) throws -> Bool {
        noteStep()
        try returnPruned()
        let age = Retention(keep: keep, listing: try list(), now: now)
        guard !tried.isSuperset(of: age.days) else { return false }
        let record: FavoritesRecord
        do {
            record = try allFavorites()
        } catch let blindness as FavoritesUnseen {
            pruning.refusal = blindness.description
            return false
        }
        var retention = Retention(
            keep: keep, listing: listing, favorites: Set(record.favorites.keys), removed: record.removed, now: now)
        let leaving = try next(&retention, except: &tried)
        guard !leaving.isEmpty, !Task.isCancelled else { return false }

        do {
            let pruned = try Pruned(tree.root)
            try setAside(leaving, pruned)
            try finish(leaving, try favorites(beside: leaving), pruned, &pruning)
        } catch {
            // Whatever it was, what is still whole goes back; if that fails, too, the next prune or start does it.
            try? returnPruned()
            _ = try? list()
            switch error {
            case let blindness as FavoritesUnseen: pruning.refusal = blindness.description
            case is CancellationError: break
            default: throw error
            }
            return false
        }
        return true
    }

    /// The favorites of now. The listing still has the days that were set aside, and their JSON is at hand: what means
    /// one of them is understood as if it stood in its month.
    private func favorites(beside leaving: [Holding]) throws -> Set<Day> {
        daysSetAside = Dictionary(uniqueKeysWithValues: leaving.map { ($0.day, $0.metadata) })
        defer { daysSetAside = [:] }
        return Set(try allFavorites().favorites.keys)
    }

    /// The oldest days that go.
    private func next(_ retention: inout Retention, except tried: inout Set<Day>) throws -> [Holding] {
        var candidates = retention.days.filter { !tried.contains($0) }[...]
        while !candidates.isEmpty {
            let days = candidates.prefix(Self.daysAtATime)
            candidates = candidates.dropFirst(Self.daysAtATime)
            tried.formUnion(days)
            let holdings = try tree.holdings(of: days)
            retention.hidden.formUnion(holdings.filter { $0.metadata.mirror.state == .hidden }.map(\.day))
            let going = holdings.filter { !retention.isExempt($0.day) }
            if !going.isEmpty { return going }
        }
        return []
    }

    private func setAside(_ leaving: [Holding], _ pruned: Pruned) throws {
        // A commit that failed would be made again by the next start.
        try forgetIntents(leaving.map(\.day))
        for (month, days) in Dictionary(grouping: leaving, by: \.day.month).sorted(by: { $0.key < $1.key }) {
            try Task.checkCancellation()
            try MonthRemoval(month: month, root: tree.root, pruned: pruned, saver: saver).setAside(days)
        }
    }

    private func finish(_ leaving: [Holding], _ kept: Set<Day>, _ pruned: Pruned, _ pruning: inout Pruning) throws {
        let back = leaving.map(\.day).filter(kept.contains)
        // Before anything goes: it is what must not get lost.
        if !back.isEmpty { try returnPruned(only: Set(back)) }
        let going = leaving.filter { !kept.contains($0.day) }
        let days = Set(going.map(\.day))
        try pruned.discard(pruned.remains().filter { days.contains($0.key) })
        for day in days { favoritesMemory.noteCommit(of: day) }
        pruning.gone += going.map(Pruning.Gone.init)
        pruning.putBack += back
        try tidy(Set(leaving.map(\.day.month)))
        _ = try list()
        events.send(.removed(days.sorted()))
        if !back.isEmpty { events.send(.returned(back)) }
        // They get their place in the vault, and their links the right form.
        if !back.isEmpty { _ = try reconcileFavorites() }
    }

    /// Throws when one may have been missed.
    private func allFavorites() throws -> FavoritesRecord {
        let pass: FavoritesPass
        do {
            pass = try reconcileFavorites()
        } catch let error as RootError {
            throw error
        } catch {
            throw FavoritesUnseen(description: Pruning.refusal(because: "\(error)"))
        }
        if let refusal = Pruning.refusal(after: pass) { throw FavoritesUnseen(description: refusal) }
        return pass.record
    }
}

/// A pass over `favorites/` that may have missed one.
private struct FavoritesUnseen: Error, CustomStringConvertible {
    let description: String
}
