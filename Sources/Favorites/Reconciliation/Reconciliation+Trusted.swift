internal import Days
internal import Folder
internal import MirrorTree

extension Reconciliation {
    /// Reconciles the folder that was recorded: a missing link was removed, once two scans agree.
    mutating func reconcileTrusted(_ findings: Findings, _ title: (Day) -> String?) {
        guard case .readable(let stored, _) = findings.stored else { return }
        record = stored
        add(findings.scan.links, findings, title)
        forgetRemoved(findings)
        let gone = record.links(missingIn: findings.scan)
        switch verdict(findings, anyGone: !gone.isEmpty) {
        case .gone:
            for (day, links) in gone {
                record.forget(links, of: day, now: findings.now)
                changed?.insert(day)
            }
            memory = .calm
        case .scanAgain(let since):
            memory = .missing(since: since, links: findings.scan.links)
            scanAgain = max(Self.pause, since + Self.apart - findings.elapsed)
        case .here:
            memory = .calm
        }
        if changed?.isEmpty ?? (record == stored) { return }
        persistence.new = newDays(since: stored)
        persistence.copy = findings.kept
        persistence.copy?.record = record
        persistence.record = record
        persistence.isMarked = true
    }

    /// Forgets the links that were removed by this process.
    private mutating func forgetRemoved(_ findings: Findings) {
        for (day, links) in findings.removed {
            let gone = links.filter { findings.scan.links[$0] != day }
            guard let recorded = record.favorites[day]?.links, !recorded.isDisjoint(with: gone) else { continue }
            record.forget(gone, of: day, now: findings.now)
            changed?.insert(day)
        }
    }

    private enum Verdict {
        case here
        case scanAgain(since: Duration)
        case gone
    }

    private func verdict(_ findings: Findings, anyGone: Bool) -> Verdict {
        // A link may have moved to an album that could not be read.
        guard anyGone, findings.scan.isComplete else { return .here }
        guard case .missing(let since, let links) = memory, links == findings.scan.links else {
            return .scanAgain(since: findings.elapsed)
        }
        let isProof = findings.isSnapshot && findings.elapsed >= since + Self.apart
        return isProof ? .gone : .scanAgain(since: since)
    }
}

extension FavoritesRecord {
    /// Recorded links that were not found where they should be.
    fileprivate func links(missingIn scan: FavoritesScan) -> [Day: Set<FilePath>] {
        let found = scan.links
        return favorites.values.reduce(into: [:]) { missing, favorite in
            if favorite.links.allSatisfy({ found[$0] == favorite.date }) { return }
            let gone = favorite.links.filter { found[$0] != favorite.date && !scan.obscures($0) }
            if !gone.isEmpty { missing[favorite.date] = gone }
        }
    }
}
