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
internal import Words

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
        if facts.running == nil, facts.trouble?.isOver(with: status.freeBytes) == true { passes.ask() }
        // No event tells of the vault's files: a pass looks at each of them.
        due.add(.nothing)
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
        let census = facts.census
        let source = passes.refresher.source
        let today = passes.nasa.today
        let freeBytes = (try? archive.tree.root.freeBytes()) ?? census.freeBytes
        var favorites = facts.favorites
        favorites.count = census.favorites
        favorites.lacking = census.vault.lacking
        favorites.unrecorded = census.vault.unrecorded
        favorites.troubles += [facts.crowding].compactMap(\.self)
        var status = MirrorStatus(
            mirror: archive.tree.root.path, process: getpid(), since: began,
            sync: .init(
                running: facts.running, last: facts.last, outcome: facts.outcome, isWhole: facts.isWhole,
                next: facts.next),
            days: census.days, newest: census.newest, today: today, bytes: census.usage.bytes,
            thumbnailBytes: census.thumbnailBytes, freeBytes: freeBytes, favorites: favorites,
            source: .init(
                name: source.name, address: source.address, requestsToday: passes.budget.asked(on: today),
                requestsLeft: passes.budget.left, pausedUntil: facts.pausedUntil),
            clockDifference: passes.nasa.difference)
        status.troubles = status.troubles(facts, keepingFree: Int64(passes.configuration.minFreeBytes))
        return status
    }
}

extension MirrorStatus {
    /// The troubles of the mirror. Whether the disk is full is told by its free bytes, and not by what failed for it
    /// some time ago.
    func troubles(_ facts: StatusBoard.Facts, keepingFree minimum: Int64) -> [String] {
        let isFull = freeBytes <= minimum
        let failures = [facts.trouble, facts.favoritesFailure].compactMap(\.self).filter {
            !(isFull && $0.isForRoom) && !$0.isOver(with: freeBytes)
        }
        var troubles = failures.map(\.sentence) + [facts.blindness, facts.countFailure].compactMap(\.self)
        if isFull { troubles.insert(shortage(minimum), at: 0) }
        troubles += facts.damaged + facts.census.closed
        if facts.isWhole == false, days.missing > 0, let outcome = facts.outcome, facts.trouble == nil {
            let missing = Quantity.plural(days.missing, "picture")
            troubles.append("\(missing) of the mirror's days \(days.missing == 1 ? "is" : "are") missing: \(outcome).")
        }
        if let newest, newest.distance(to: today) >= Self.patience {
            troubles.append("No new picture since \(Quantity.date(newest)).")
        } else if newest == nil, facts.isWhole == false, facts.trouble == nil, let outcome = facts.outcome {
            troubles.append("No picture has come yet: \(outcome).")
        }
        return troubles
    }

    private func shortage(_ minimum: Int64) -> String {
        let (free, kept) = (Quantity.bytes(Int(freeBytes)), Quantity.bytes(Int(minimum)))
        return "The disk of \(mirror) has \(free) free, and downloads stop at \(kept) (min_free_bytes). Make room."
    }
}
