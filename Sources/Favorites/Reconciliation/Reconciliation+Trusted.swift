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
        var since = findings.elapsed
        if case .missing(let before, let links) = memory, links == findings.scan.links { since = before }
        if gone.isEmpty || !findings.scan.isComplete {
            // A missing link may have moved to an album that could not be read.
            memory = .calm
        } else if findings.isSnapshot, findings.elapsed >= since + Self.apart {
            for (day, links) in gone {
                record.forget(links, of: day, now: findings.now)
                changed?.insert(day)
            }
            memory = .calm
        } else {
            memory = .missing(since: since, links: findings.scan.links)
            scanAgain = max(Self.pause, since + Self.apart - findings.elapsed)
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
}

extension FavoritesRecord {
    /// Recorded links that were not found where they should be.
    func links(missingIn scan: FavoritesScan) -> [Day: Set<FilePath>] {
        let found = scan.links
        return favorites.values.reduce(into: [:]) { missing, favorite in
            if favorite.links.allSatisfy({ found[$0] == favorite.date }) { return }
            let gone = favorite.links.filter { found[$0] != favorite.date && !scan.obscures($0) }
            if !gone.isEmpty { missing[favorite.date] = gone }
        }
    }
}
