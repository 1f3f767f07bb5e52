internal import Archive
internal import Days
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
        if !facts.damaged.isEmpty { checkup.lookAgain() }
        if !facts.gallery.isEmpty { archive.events.send(.taken(.page)) }
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
