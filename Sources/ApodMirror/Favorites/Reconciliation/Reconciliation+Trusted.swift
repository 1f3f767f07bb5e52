internal import Folder

extension Reconciliation {
    /// The folder is the one that was recorded: what is missing was removed, once two looks agree.
    mutating func reconcileTrusted(_ findings: Findings, isInterrupted: Bool, _ title: (Day) -> String?) {
        guard case .readable(let stored, _) = findings.stored else { return }
        record = stored
        // A pass that was cut short before it wrote favorites.json may have noted when a day was added.
        if let kept = findings.kept { record.recall(kept.record) }
        if isInterrupted { steps.append(.mark) }
        addLinks(findings, title)
        let gone = record.links(missingIn: findings.scan)
        switch verdict(findings, anyGone: !gone.isEmpty) {
        case .gone:
            for (day, links) in gone { record.forget(links, of: day, now: findings.now) }
            memory = .calm
        case .lookAgain(let since):
            memory = .missing(since: since, links: findings.scan.links)
            lookAgain = max(.zero, since + Self.apart - findings.elapsed)
        case .here:
            memory = .calm
        }
        guard record != stored else { return }
        keepNew(since: stored)
        if var kept = findings.kept {
            kept.record = record
            steps.append(.copy(kept))
        }
        steps += [.write(record, isTrusted: true), .mark]
    }

    private enum Verdict {
        case here
        case lookAgain(since: Duration)
        case gone
    }

    private func verdict(_ findings: Findings, anyGone: Bool) -> Verdict {
        // What could not be read may be where the link is now.
        guard anyGone, findings.scan.isComplete else { return .here }
        guard case .missing(let since, let links) = memory, links == findings.scan.links else {
            return .lookAgain(since: findings.elapsed)
        }
        return findings.elapsed >= since + Self.apart ? .gone : .lookAgain(since: since)
    }
}

extension FavoritesRecord {
    /// What is recorded and was not found where it should be.
    fileprivate func links(missingIn scan: FavoritesScan) -> [Day: Set<FilePath>] {
        favorites.compactMapValues { favorite in
            let gone = favorite.links.filter { scan.links[$0] != favorite.date && !scan.obscures($0) }
            return gone.isEmpty ? nil : gone
        }
    }
}
