internal import Folder

/// What follows from what lies in `favorites/` and what is persisted. Pure: disk and clock come in as values, and what
/// is to be done comes out as steps in their order.
///
/// Additions at once, removals reluctantly. A link counts from the moment it is seen. That a recorded link is missing
/// counts only if the folder is certainly the one that was recorded (``Trust``), all of it could be read, and two such
/// looks at least two seconds apart found the same. In every other case the pass is a union and forgets nothing: links
/// become favorites, favorites without a link get theirs back, and only when the folder has stood like that through
/// two more looks is it trusted again.
struct Reconciliation: Equatable, Sendable {
    /// What is true of the favorites from now on.
    private(set) var record: FavoritesRecord
    /// What makes it so; empty when all is as it should be.
    private(set) var steps: [Step] = []
    /// What the next look must know of this one.
    private(set) var memory: Memory
    /// When to look again although nothing happened; `nil` for never.
    private(set) var lookAgain: Duration?

    /// How far apart two looks must be that prove something together.
    static let apart = Duration.seconds(2)

    enum Step: Equatable, Sendable {
        /// Makes durable what came into these albums or went from them, before anything else says so.
        case sync(albums: Set<FilePath>)
        /// Sees to it that these new favorites are in the vault.
        case keep(Set<Day>)
        case setAsideDamaged
        /// Makes links for favorites that have none.
        case giveBack([Favorite])
        /// Puts a new, empty marker into the folder.
        case replaceMarker
        /// Puts the mirror's own copy in place before `favorites.json` itself: whoever damages the one right after it
        /// was written, and the folder too, does not get at the other.
        case copy(KeptFavorites)
        /// Writes `favorites.json`; in a trusted folder it notes what the marker is until it gets the new sum.
        case write(FavoritesRecord, isTrusted: Bool)
        /// Writes the sum of `favorites.json` into the marker, then notes how the two were left.
        case mark
    }

    /// Between two looks. Nothing of it outlives the process: a start begins to look anew.
    enum Memory: Equatable, Sendable {
        case calm
        /// Something is missing in a trusted folder.
        case missing(since: Duration, links: [FilePath: Day])
        /// A union, before anything was given back.
        case uncertain(since: Duration, links: [FilePath: Day])
        /// A union that gave back what was missing; `nil` until the folder was looked at after that.
        case settling(since: Duration, links: [FilePath: Day], marker: MarkerState?)
    }

    /// What a pass found.
    struct Findings: Sendable {
        var scan: FavoritesScan
        var stored: StoredFavorites
        var kept: KeptFavorites?
        var markers: (before: Marker?, after: Marker?)
        /// What the process itself last wrote, if it wrote any.
        var lastWritten: FavoritesRecord?
        var now: Timestamp
        /// Of a clock that nobody sets.
        var elapsed: Duration
    }

    init(of findings: Findings, after memory: Memory, title: (Day) -> String?) {
        record = FavoritesRecord()
        self.memory = memory
        switch Trust(markers: findings.markers, stored: findings.stored, kept: findings.kept) {
        case .settled: reconcileTrusted(findings, isInterrupted: false, title)
        case .interrupted: reconcileTrusted(findings, isInterrupted: true, title)
        case .none: reconcileUnion(findings, title)
        }
    }
}

// MARK: - A folder that is trusted

extension Reconciliation {
    private mutating func reconcileTrusted(_ findings: Findings, isInterrupted: Bool, _ title: (Day) -> String?) {
        guard case .readable(let stored, _) = findings.stored else { return }
        record = stored
        // A pass that was cut short before it wrote favorites.json may have noted when a day was added.
        if let kept = findings.kept { record.recall(kept.record) }
        if isInterrupted { steps.append(.mark) }
        var touched = addLinks(findings, title)
        let gone = record.links(missingIn: findings.scan)
        switch verdict(findings, anyGone: !gone.isEmpty) {
        case .gone:
            for (day, links) in gone {
                record.forget(links, of: day, now: findings.now)
                touched.formUnion(links.map(\.album))
            }
            memory = .calm
        case .lookAgain(let since):
            memory = .missing(since: since, links: findings.scan.links)
            lookAgain = max(.zero, since + Self.apart - findings.elapsed)
        case .here:
            memory = .calm
        }
        guard record != stored else { return }
        persist(since: stored, touched)
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

// MARK: - A folder that is not

extension Reconciliation {
    private mutating func reconcileUnion(_ findings: Findings, _ title: (Day) -> String?) {
        var stored: FavoritesRecord?
        if case .readable(let readable, _) = findings.stored { stored = readable }
        record = stored ?? FavoritesRecord()
        // A file that was edited or restored may lack what was written last.
        if let last = findings.lastWritten { record.merge(last) }
        if let kept = findings.kept { record.merge(kept.record) }
        record.marker = nil
        let touched = addLinks(findings, title)
        if record != stored { persist(since: stored ?? FavoritesRecord(), touched) }
        // The copy stops speaking for its marker: that folder may come back, and lack what happened meanwhile.
        let copy = KeptFavorites(sha256: "", marker: nil, record: record)
        if copy.record != findings.kept?.record || findings.kept?.marker != nil { steps.append(.copy(copy)) }
        if record != stored {
            if findings.stored == .damaged { steps.append(.setAsideDamaged) }
            steps.append(.write(record, isTrusted: false))
        }
        if findings.scan.isComplete { settle(findings) } else { memory = .calm }
    }

    private mutating func settle(_ findings: Findings) {
        let (links, now) = (findings.scan.links, findings.elapsed)
        let linkless = record.favorites.values.filter { favorite in
            !favorite.links.contains { links[$0] == favorite.date || findings.scan.obscures($0) }
        }
        let marker = findings.markers.after
        switch memory {
        case .uncertain(let since, links) where now >= since + Self.apart:
            if !linkless.isEmpty { steps.append(.giveBack(linkless.sorted { $0.date < $1.date })) }
            if marker?.hardLinks != 1 { steps.append(.replaceMarker) }
            memory = .settling(since: now, links: [:], marker: nil)
            lookAgain = .zero
        case .settling(_, _, nil) where linkless.isEmpty && marker?.hardLinks == 1:
            memory = .settling(since: now, links: links, marker: marker?.state)
            lookAgain = Self.apart
        case .settling(let since, links, let state?)
        where linkless.isEmpty && marker?.hardLinks == 1 && state == marker?.state && marker == findings.markers.before:
            if now >= since + Self.apart {
                steps.append(.mark)
                memory = .calm
            } else {
                lookAgain = since + Self.apart - now
            }
        case .settling where linkless.isEmpty && marker?.hardLinks == 1:
            // Something moved meanwhile; nothing is missing.
            memory = .settling(since: now, links: links, marker: marker?.state)
            lookAgain = Self.apart
        case .uncertain(let since, links):
            lookAgain = since + Self.apart - now
        case .calm, .missing, .uncertain, .settling:
            memory = .uncertain(since: now, links: links)
            lookAgain = Self.apart
        }
    }
}

// MARK: - Both

extension Reconciliation {
    /// Every link that means a day is a favorite's; returns the albums where links came.
    private mutating func addLinks(_ findings: Findings, _ title: (Day) -> String?) -> Set<FilePath> {
        var touched: Set<FilePath> = []
        for (link, day) in findings.scan.links {
            if record.favorites[day]?.links.contains(link) != true {
                touched.insert(link.album)
                let noted = findings.kept?.record.favorites[day]?.added
                record.add(link, to: day, title: title(day), added: noted ?? findings.now)
            } else if record.favorites[day]?.title == nil, let title = title(day) {
                record.favorites[day]?.title = title
            }
        }
        return touched
    }

    private mutating func persist(since former: FavoritesRecord, _ touched: Set<FilePath>) {
        if !touched.isEmpty { steps.append(.sync(albums: touched)) }
        let new = Set(record.favorites.keys).subtracting(former.favorites.keys)
        if !new.isEmpty { steps.append(.keep(new)) }
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

extension FilePath {
    /// The folder below `favorites/` that a path lies in; empty at the top.
    var album: FilePath { parent ?? "" }
}
