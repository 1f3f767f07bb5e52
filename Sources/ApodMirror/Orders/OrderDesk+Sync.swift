extension OrderDesk {
    /// One pass over all that is due, or over the days that are named, summed up at its end.
    func sync(since: Day?, until: Day?) async throws -> ExitCode {
        let summary = try await shown {
            if since == nil, until == nil { return try await passes.refresh(isThorough: true) }
            let today = passes.nasa.today
            let start = try await archive.identity().start
            let first = since ?? min(start, until ?? today)
            return try await passes.fetch(
                RefreshRequest(days: first...max(first, until ?? today), keep: passes.configuration.keep))
        }
        // Without a daemon nobody else sees to what favorites/ still waits for. What was wrong with it is told already.
        if summary.stopped == nil, daemon == nil {
            _ = try? await Keeping.here(archive).settled(looks: Self.looksAtFavorites)
        }
        // Days that were asked for by name are not taken away at once.
        let pruned = since == nil && until == nil ? await pruneAfterSync() : .fine
        if !errand.isQuiet { try await report(summary) }
        return summary.stopped.map(told) ?? pruned
    }

    /// As many as an accident takes to be made good; whoever goes on dropping links does not hold up the sync.
    private static let looksAtFavorites = 8

    private func report(_ summary: RefreshSummary) async throws {
        let listing = try await archive.list()
        let report = SyncReport(
            summary: summary, pending: archive.tree.waiting(listing).merging(summary.pending) { $1 },
            usage: try archive.tree.usage(listing), place: errand.place, options: errand.options,
            start: try await archive.identity().start, today: passes.nasa.today)
        report.lines.forEach(line)
    }
}
