internal import Folder
internal import Glibc

extension Daemon {
    /// Writes down how things are whenever that changes, and has systemd show it.
    func publishStatus() async throws -> ExitCode {
        let saver = Saver(through: runtime)
        var told = ""
        while true {
            try await board.bell.wait()
            // Counting takes longer than all that must be done before.
            guard board.facts.isReady else { continue }
            if board.facts.census == nil {
                let census = try await archive.census()
                board.keep(census)
            }
            let status = status(board.facts)
            let sentence = status.sentence(local)
            if sentence != told { manager.tell(.status(sentence)) }
            told = sentence
            // A comfort: whoever wants to know asks.
            try? saver.save(JSONFile.encode(status), as: RuntimeFolder.status, in: runtime, .unflushed)
            // While pictures come in, once a second is enough.
            if status.sync.running != nil { try await Pause().wait(for: .seconds(1)) }
        }
    }

    /// As things are now.
    func status() async throws -> MirrorStatus {
        let census = try await archive.census()
        board.keep(census)
        return status(board.facts)
    }

    private func status(_ facts: StatusBoard.Facts) -> MirrorStatus {
        let census = facts.census ?? Census()
        let source = passes.refresher.source
        let today = passes.nasa.today
        var status = MirrorStatus(
            mirror: archive.tree.root.path, process: getpid(), since: began,
            sync: .init(running: facts.running, last: facts.last, outcome: facts.outcome, next: facts.next),
            days: census.days, newest: census.newest, today: today, bytes: census.usage.bytes,
            freeBytes: census.freeBytes, favorites: facts.favorites,
            source: .init(
                name: source.name, address: source.address, requestsToday: budget.asked(on: today),
                requestsLeft: budget.left, pausedUntil: facts.pausedUntil),
            clockDifference: passes.nasa.difference)
        status.troubles = status.troubles(facts.trouble)
        return status
    }
}

extension MirrorStatus {
    /// What is not well, given what kept the last sync from its end.
    fileprivate func troubles(_ trouble: String?) -> [String] {
        var troubles: [String] = []
        if let trouble { troubles.append(trouble) }
        if let newest, newest.distance(to: today) >= Self.patience {
            troubles.append("No new picture since \(Quantity.date(newest)).")
        }
        return troubles
    }
}
