internal import Archive
internal import Days
internal import Folder
internal import MirrorTree
internal import NASA
internal import Refresh
internal import Settings
internal import Store

extension OrderHandler {
    /// Makes a pass over all that is due, or over the days that are named, and sums it up at its end.
    ///
    /// - Parameter peers: mirrors that give what NASA does not.
    func sync(since: Day?, until: Day?, from peers: [Peer]) async throws -> ExitCode {
        let range = try await range(since: since, until: until)
        var report = try await shown {
            try await patiently { goesOn in
                if let range { return try await passes.fetch(.days(range)) }
                // Days that failed a moment ago are not tried again at once.
                return try await passes.refresh(
                    isThorough: true, isAsked: !goesOn, reaching: request.settings.history)
            }
        }
        if let stopped = report.stopped, stopped.kind == .root { return told(stopped) }
        var isProved = true
        if !peers.isEmpty {
            let restored = try await restoreMissing(in: range, from: peers)
            for day in restored.pictures { report.pending[day] = nil }
            report.news.remove(restored.pictures)
            isProved = restored.pending.isEmpty
        }
        // Favorites are put right without the source, too. Without a daemon no other process finishes what is pending in
        // favorites/. Failures of a scan are reported already.
        _ = try? await archive.settleFavorites(
            isThorough: true, within: holder.isDaemon ? .zero : Self.favoritesPatience)
        // Days that were asked for by name are not taken away at once.
        let isAll = since == nil && until == nil
        let pruned = isAll ? await pruneAfterSync() : .fine
        if !request.isQuiet { try await tell(report, countingMissing: isAll) }
        if let stopped = report.stopped { _ = told(stopped) }
        if report.exitCode != .fine { return report.exitCode }
        return isProved ? pruned : .notAllWell
    }

    /// The days that are named; `nil` where none are.
    private func range(since: Day?, until: Day?) async throws -> ClosedRange<Day>? {
        if since == nil, until == nil { return nil }
        let today = passes.clock.today
        let start = try await archive.perform { try $0.notes.identity() }.start
        let first = since ?? min(start, until ?? today)
        return first...max(first, until ?? today)
    }

    /// The longest to wait for favorites/ to come to rest: enough to make an accident good, and an end to waiting for a user
    /// who goes on.
    static let favoritesPatience = Duration.seconds(20)

    /// Makes passes until there is none that the next one goes on with at once. Each pause of up to a minute that the source
    /// asks for is waited for, while a user watches the progress bar, which says so; ten pauses at most.
    ///
    /// - Parameter pass: makes one; it is told whether it goes on with what the one before left.
    private func patiently(_ pass: (_ goesOn: Bool) async throws -> PassReport) async throws -> PassReport {
        var report = try await pass(false)
        var pauses = request.wantsProgress ? Self.mostPauses : 0
        while true {
            if let seconds = report.stopped?.seconds, seconds <= Self.longestPause, pauses > 0 {
                pauses -= 1
                say(.event(.step(.pause(seconds: seconds))))
                try await Pause().wait(for: .seconds(seconds))
            } else if !report.isToGoOn {
                return report
            }
            let former = report
            report = try await pass(former.isToGoOn)
            report.follow(former)
        }
    }

    private static let mostPauses = 10
    private static let longestPause = 60

    private func tell(_ report: PassReport, countingMissing: Bool) async throws {
        let listing = await archive.perform { $0.store.listing }
        let waiting = archive.tree.metadataWithoutFile(listing).filter { $0.value.mirror.state != .hidden }
        let leftAlone = report.isWhole ? [:] : waiting.filter { report.pending[$0.key] == nil }
        let start = try await archive.perform { try $0.notes.identity() }.start
        let notes = try archive.tree.missingDays
        let today = passes.clock.today
        let first = passes.configuration.keep.firstDay(since: start, newest: listing.presentDays.last)
        let missing = countingMissing ? listing.missingDays(in: min(first, today)..<today, notes).count : 0
        let words = SyncReport(
            report: report, pending: waiting.mapValues(\.reasonToWait).merging(report.pending) { $1 },
            retries: leftAlone.compactMapValues { $0.mirror.pending.map { LocalTime.system.text($0.retryAfter) } },
            absent: notes.absent.keys.count { $0 >= start && !Day.withoutPicture.contains($0) },
            missing: missing, recordsToCome: report.recorded == 0 ? 0 : archive.tree.recordsToCome(listing),
            usage: try archive.tree.usage(listing), place: request.place, options: request.options,
            start: start, today: today)
        words.lines.forEach(line)
    }
}
