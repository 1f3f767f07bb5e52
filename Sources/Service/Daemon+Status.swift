internal import Archive
internal import Days
internal import Favorites
internal import Folder
internal import Glibc
internal import JSON
internal import MirrorTree
internal import NASA
internal import Refresh
internal import Settings

extension Daemon {
    /// Writes the status whenever it changes, and has systemd show it.
    func publishStatus() async throws -> ExitCode {
        let saver = Saver(through: runtime)
        var told = ""
        var released: Timestamp??
        while true {
            try await board.bell.wait()
            // A count takes longer than all that must be done before the daemon is ready.
            guard board.facts.isReady else { continue }
            if board.facts.counted != board.facts.changes { await count() }
            let status = status(board.facts)
            let sentence = status.sentence(local)
            if sentence != told { manager.tell(.status(sentence)) }
            told = sentence
            // A failed write is ignored: a client can ask the daemon.
            _ = try? saver.save(JSONFile.encode(status), as: RuntimeFolder.status, in: runtime, .unflushed)
            // While much happens, once a second is enough.
            try await Pause().wait(for: .seconds(1))
            // A sync takes much memory that is not needed until the next one.
            if status.sync.running == nil, released != .some(status.sync.last) {
                Memory.release()
                released = status.sync.last
            }
        }
    }

    /// The status now. Where a count of the disk takes long, the last one is used, so that a client can tell a daemon
    /// that waits for its disk from one that does not answer.
    func status() async -> MirrorStatus {
        checkMounts()
        let before = board.facts
        await counts.wait(atMost: before.counted < 0 ? .seconds(8) : .milliseconds(300))
        let facts = board.facts
        let status = status(facts)
        // Work whose trouble is found to be over is tried again at once.
        if facts.running == nil, facts.report?.failure?.isOver(with: status.freeBytes) == true { passes.ask() }
        // No event tells of the vault's files: a pass looks at each of them.
        due.add()
        if facts.blindness != nil { rearm.ring() }
        return status
    }

    /// Counts the tree for clients that ask for the status.
    func countForOthers() async throws -> ExitCode {
        try await counts.serve { await count() }
        return .fine
    }

    private func count() async {
        await board.count {
            try await passes.heartbeat.step("The count") {
                try await archive.perform { [keep = passes.configuration.keep] in try Census(of: $0, keep: keep) }
            }
        }
    }

    private func status(_ facts: StatusBoard.Facts) -> MirrorStatus {
        let (source, today) = (passes.refresher.source, passes.clock.today)
        var status = MirrorStatus(
            facts, of: archive.tree, today: today,
            source: .init(
                name: source.name, address: source.address, requestsToday: passes.budget.asked(on: today),
                requestsLeft: passes.budget.left, pausedUntil: facts.report?.stopped?.until),
            keepingFree: Int64(passes.configuration.minFreeBytes))
        (status.process, status.since) = (getpid(), began)
        status.clockDifference = passes.clock.difference
        return status
    }
}

extension MirrorStatus {
    /// The status by these facts, whoever found them.
    ///
    /// - Parameter minimum: the free bytes at which downloads stop.
    init(_ facts: StatusBoard.Facts, of tree: Tree, today: Day, source: Source, keepingFree minimum: Int64) {
        let census = facts.census
        self.init(
            mirror: tree.root.path, sync: Sync(running: facts.running, next: facts.next), days: census.days,
            newest: census.newest, today: today, bytes: census.usage.bytes, thumbnailBytes: census.thumbnailBytes,
            freeBytes: (try? tree.root.freeBytes()) ?? census.freeBytes, favorites: facts.favorites, source: source)
        favorites.count = census.favorites
        (favorites.lacking, favorites.unrecorded) = (census.vault.lacking, census.vault.unrecorded)
        favorites.troubles += [facts.crowding].compactMap(\.self)
        if let report = facts.report { sync.tell(report) }
        troubles = troubles(facts, keepingFree: minimum)
    }

    /// The troubles of the mirror. Whether the disk is full is told by its free bytes, and not by what failed for it
    /// some time ago.
    func troubles(_ facts: StatusBoard.Facts, keepingFree minimum: Int64) -> [String] {
        let isFull = freeBytes <= minimum
        func lasts(_ end: PassEnd) -> Bool { !(isFull && end.kind == .room) && !end.isOver(with: freeBytes) }
        var troubles = isFull ? [shortage(minimum)] : []
        if let report = facts.report, let failure = failure(report), lasts(failure) {
            troubles.append(sentence(failure))
        }
        if let failure = facts.favoritesFailure, lasts(failure) { troubles.append("\(failure)") }
        troubles += [facts.blindness, facts.countFailure].compactMap(\.self) + facts.damaged + facts.census.closed
        if let sentence = facts.census.troubles.sentence { troubles.append(sentence) }
        if let newest, newest.distance(to: today) >= Self.patience {
            troubles.append("No new picture since \(Quantity.date(newest)).")
        }
        let pages = facts.gallery.count
        troubles +=
            pages > 3 ? ["\(Quantity.count(pages)) pages cannot be written. \(facts.gallery[0])"] : facts.gallery
        return troubles
    }

    /// The failure of the last sync; `nil` where another source is set by now.
    private func failure(_ report: PassReport) -> PassEnd? {
        guard let failure = report.failure else { return nil }
        return failure.isOfSource && report.isCounted && report.source != source.address ? nil : failure
    }

    private func sentence(_ failure: PassEnd) -> String {
        // A failure that mostly passes by itself is told by the pictures that it keeps from coming.
        guard failure.kind == .unreachable || failure.kind == .paused else { return "\(failure)" }
        if days.missing > 0 {
            let missing = Quantity.plural(days.missing, "picture")
            return "\(missing) of the mirror's days \(days.missing == 1 ? "is" : "are") missing: "
                + "\("\(failure)".withoutFullStop)."
        }
        return newest == nil ? "No picture has come yet: \("\(failure)".withoutFullStop)." : "\(failure)"
    }

    private func shortage(_ minimum: Int64) -> String {
        let (free, kept) = (Quantity.bytes(Int(freeBytes)), Quantity.bytes(Int(minimum)))
        return "The disk of \(mirror) has \(free) free, and downloads stop at \(kept) (min_free_bytes). Make room."
    }
}
