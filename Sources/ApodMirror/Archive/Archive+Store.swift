internal import Folder

extension Archive {
    /// Makes a day's change durable; returns its metadata as written.
    ///
    /// Whoever comes while a commit is under way waits for this thread; all of them join the queue before the first
    /// goes on, and one commit serves them together. So a single day is durable at once, and a thousand days pay for
    /// the journal a few dozen times instead of thousands.
    func store(_ change: DayChange) async throws -> Metadata {
        let queued = QueuedChange(change)
        queue.append(queued)
        await Task.yield()
        if queued.outcome == nil { commitQueue() }
        guard let outcome = queued.outcome else { preconditionFailure("a commit answers everyone in its queue") }
        return try outcome.get()
    }

    private func commitQueue() {
        while !queue.isEmpty { commitWindow() }
    }

    /// One change a day: two of one day would share their files in `incoming/`.
    private func commitWindow() {
        var window: [QueuedChange] = []
        var later: [QueuedChange] = []
        var days: Set<Day> = []
        for queued in queue {
            if days.insert(queued.change.metadata.date).inserted { window.append(queued) } else { later.append(queued) }
        }
        queue = later
        do {
            var commit = try Commit(window.map(\.change), tree: tree, saver: saver)
            let outcomes = try commit.run()
            for (queued, outcome) in zip(window, outcomes) { queued.outcome = outcome }
            for step in commit.steps { note(step) }
        } catch {
            for queued in window where queued.outcome == nil { queued.outcome = .failure(error) }
        }
    }

    private func note(_ step: Commit.Step) {
        let day = step.metadata.date
        favoritesMemory.noteCommit(of: day)
        var names = listing.days[day] ?? Listing.Names()
        names.hasMetadata = true
        names.files.removeAll { $0 == step.abandonedName }
        if let file = step.metadata.mirror.picture?.file, step.hasFile, !names.files.contains(file) {
            names.files.append(file)
        }
        listing.days[day] = names
        listing.months.insert(day.month)
    }
}
