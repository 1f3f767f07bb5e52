internal import Days
internal import Folder
internal import NASA

extension OrderDesk {
    /// One pass over all that is due, or over the days that are named, summed up at its end.
    func sync(since: Day?, until: Day?) async throws -> ExitCode {
        let summary = try await shown {
            try await patiently {
                if since == nil, until == nil {
                    let history = errand.settings.history
                    return try await looks.refresh(isThorough: true, isAsked: true, reaching: history)
                }
                let today = looks.nasa.today
                let start = try await archive.perform { try $0.notes.identity() }.start
                let first = since ?? min(start, until ?? today)
                return try await looks.fetch(.days(first...max(first, until ?? today)))
            }
        }
        // Without a daemon nobody else sees to what favorites/ still waits for. What was wrong with it is told already.
        if summary.stopped == nil, daemon == nil {
            _ = try? await FavoritesAccess.here(archive).settled(looks: Self.looksAtFavorites)
        }
        // Days that were asked for by name are not taken away at once.
        let pruned = since == nil && until == nil ? await pruneAfterSync() : .fine
        if !errand.isQuiet { try await report(summary) }
        if let stopped = summary.stopped { return told(stopped) }
        return summary.troubles.isEmpty ? pruned : .notAllWell
    }

    /// As many as an accident takes to be made good; whoever goes on dropping links does not hold up the sync.
    static let looksAtFavorites = 8

    /// A pause of up to a minute is waited for while somebody looks at the bar, which says so.
    private func patiently(_ pass: () async throws -> RefreshSummary) async throws -> RefreshSummary {
        while true {
            var seconds: Int
            do {
                let summary = try await pass()
                guard case .rateLimited(_, let pause)? = summary.stopped as? SourceError else { return summary }
                seconds = pause
                guard mayWait(seconds) else { return summary }
            } catch SourceError.rateLimited(let url, let pause) {
                seconds = pause
                guard mayWait(seconds) else { throw SourceError.rateLimited(url: url, seconds: pause) }
            }
            say(.event(.waiting(seconds: seconds)))
            try await Pause().wait(for: .seconds(seconds))
        }
    }

    private func mayWait(_ seconds: Int) -> Bool { errand.wantsProgress && seconds <= 60 }

    private func report(_ summary: RefreshSummary) async throws {
        let listing = await archive.perform { $0.store.listing }
        let waiting = archive.tree.metadataWithoutFile(listing).filter { $0.value.mirror.state != .hidden }
        let leftAlone = summary.stopped == nil ? [:] : waiting.filter { summary.pending[$0.key] == nil }
        let start = try await archive.perform { try $0.notes.identity() }.start
        let absent = try archive.tree.absentDays.absent.keys.compactMap { Day($0) }
        let report = SyncReport(
            summary: summary, pending: waiting.mapValues(\.reasonToWait).merging(summary.pending) { $1 },
            retries: leftAlone.compactMapValues { $0.mirror.pending.map { LocalTime.system.text($0.retryAfter) } },
            absent: absent.count { $0 >= start && !Day.withoutPicture.contains($0) },
            usage: try archive.tree.usage(listing), place: errand.place, options: errand.options, start: start,
            today: looks.nasa.today)
        report.lines.forEach(line)
    }
}
