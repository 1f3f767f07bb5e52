internal import Days
internal import MirrorTree

extension Reconciliation {
    /// Reconciles a folder that may be another than the recorded one: links count, their absence does not.
    mutating func reconcileUnion(_ findings: Findings, _ title: (Day) -> String?) {
        changed = nil
        let stored = findings.stored.record
        record = stored ?? FavoritesRecord()
        // A file that was edited or restored may lack what was written last.
        if let last = findings.lastWritten { record.merge(last) }
        if let kept = findings.kept { record.merge(kept.record) }
        record.marker = nil
        add(findings.scan.links, findings, title)
        // The copy stops speaking for its marker: that folder may come back, and lack what happened meanwhile.
        let copy = KeptFavorites(sha256: "", marker: nil, record: record)
        if copy.record != findings.kept?.record || findings.kept?.marker != nil { persistence.copy = copy }
        if record != stored {
            persistence.new = newDays(since: stored)
            persistence.setsDamagedAside = findings.stored == .damaged
            persistence.record = record
        }
        if findings.scan.isComplete { settle(findings) } else { memory = .calm }
    }

    private mutating func settle(_ findings: Findings) {
        let (links, now) = (findings.scan.links, findings.elapsed)
        let linkless = record.favorites.values.filter { favorite in
            !findings.scan.refusedDays.contains(favorite.date)
                && !favorite.links.contains { links[$0] == favorite.date || findings.scan.obscures($0) }
        }
        // A marker that cannot be opened, or was exchanged meanwhile, is none.
        let marker = findings.markers.after == findings.markers.before ? findings.markers.after : nil
        switch memory {
        case .uncertain(let since, let before) where before == links && now >= since + Self.apart:
            persistence.linkless = linkless.sorted { $0.date < $1.date }
            persistence.replacesMarker = marker?.hardLinks != 1
            memory = .settling(since: now, links: [:], marker: nil)
            scanAgain = .zero
        case .settling(let since, let before, let state?)
        where before == links && linkless.isEmpty && marker?.hardLinks == 1 && state == marker?.state:
            if now >= since + Self.apart {
                persistence.isMarked = true
                memory = .calm
                // Links that went or got another name meanwhile are forgotten now that the folder is trusted.
                if !record.links(missingIn: findings.scan).isEmpty { scanAgain = .zero }
            } else {
                scanAgain = since + Self.apart - now
            }
        case .settling where linkless.isEmpty && marker?.hardLinks == 1:
            // The first scan after links were given back; or a link or the marker changed meanwhile. Nothing is missing.
            memory = .settling(since: now, links: links, marker: marker?.state)
            scanAgain = Self.apart
        case .uncertain(let since, let before) where before == links:
            scanAgain = since + Self.apart - now
        case .calm, .missing, .uncertain, .settling:
            memory = .uncertain(since: now, links: links)
            scanAgain = Self.apart
        }
    }
}
