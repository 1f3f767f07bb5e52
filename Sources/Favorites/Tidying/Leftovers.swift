internal import Days
internal import Folder
internal import MirrorTree

/// Finishes or undoes what a tidying was doing when it was cut short.
///
/// Under the hidden name lies either the new link, not exchanged yet, or the entry it was exchanged for. A link that
/// says the same as its partner and a file whose bytes the mirror has go; the rest gets its name back, or a new one.
struct Leftovers {
    let favorites: Folder
    let survey: FavoritesSurvey
    let facts: MirrorFacts
    let reading: LinkReading
    /// The record that was persisted last.
    let record: FavoritesRecord?

    /// Returns whether anything was done. A leftover that cannot be settled now, in another user's album, stays.
    func settle() -> Bool {
        var any = false
        for path in survey.inventory.leftovers {
            do {
                try settle(path)
                any = true
            } catch {
                continue
            }
        }
        return any
    }

    private func settle(_ path: FilePath) throws {
        guard let album = try favorites.album(path.album) else { return }
        if try album.status(path.name)?.kind == .folder {
            _ = try DraggedMonth(favorites: favorites, tree: facts.tree).finish(path)
            return
        }
        let partner = survey.entries.first {
            $0.path.album == path.album && Leftover.name(for: $0.path.name) == path.name
        }
        if let partner {
            try settle(path.name, with: partner, in: album)
        } else {
            try settleAlone(path, in: album)
        }
        try album.sync()
    }

    private func settle(_ name: FilePath, with partner: FavoritesEntry, in album: Folder) throws {
        let ours = FavoriteLink.target(from: partner.path.album, to: partner.day, file: file(partner.day))
        let isLink = try album.linkTarget(name) != nil
        if case .link(ours) = partner.form {
            if try saysNothingElse(name, than: partner, in: album) { return try album.remove(name) }
            guard try album.exchange(visible: partner.path.name, hidden: name) else { return }
            if try album.linkTarget(name) == ours { try album.remove(name) }
        } else if isLink {
            // The link was not exchanged yet: the entry is as its owner left it.
            try album.remove(name)
        } else {
            try giveVisibleName(name, nil, in: album)
        }
    }

    /// Whether the entry that was exchanged for the partner means the same day, so that no byte of it is lost.
    private func saysNothingElse(
        _ name: FilePath, than partner: FavoritesEntry, in album: Folder
    ) throws(FolderError) -> Bool {
        if try linkMeansToday(name, partner.path, in: album) { return true }
        return try day(of: name, as: partner.path, in: album) == partner.day
    }

    /// Settles a leftover whose entry is gone: a recorded or own link is removed, another gets a visible name.
    private func settleAlone(_ path: FilePath, in album: Folder) throws {
        let day = try day(of: path.name, as: path, in: album)
        let target = try album.linkTarget(path.name)
        let ours = day.map { FavoriteLink.target(from: path.album, to: $0, file: file($0)) }
        let recorded = day.flatMap { record?.favorites[$0] }?.links.contains {
            $0.album == path.album && Leftover.name(for: $0.name) == path.name
        }
        if recorded == true || target != nil && target == ours {
            try album.remove(path.name)
        } else {
            try giveVisibleName(path.name, day, in: album)
        }
    }

    /// The day that a link, a shortcut or a picture of the mirror means, under the name that `path` has.
    private func day(of name: FilePath, as path: FilePath, in album: Folder) throws(FolderError) -> Day? {
        if let target = try album.linkTarget(name) {
            switch reading.meaning(ofLinkAt: path, to: target) {
            case .day(let day): return day
            case .today: return facts.dayOfToday
            case .entry(let other): return survey.inventory.links[other]
            case .named: return EntryName(path).day(titles: facts.titles)
            case .refused: return nil
            }
        }
        guard let status = try album.status(name), status.kind == .file else { return nil }
        switch try FileMeaning(of: name, as: path, status, in: album, facts, reading) {
        case .picture(let day):
            // The file's bytes are the mirror's only while the mirror has them.
            guard let file = facts.file(day),
                let picture = try facts.tree.root.open(Tree.monthPath(day).appending(file)),
                facts.isPicture(picture, of: day)
            else { return nil }
            return day
        case .shortcut(let day): return day
        case .thumbnail, .other, .today, .refused: return nil
        }
    }

    /// Whether the hidden link leads to Today: only its partner still knows which day that was.
    private func linkMeansToday(
        _ name: FilePath, _ path: FilePath, in album: Folder
    ) throws(FolderError) -> Bool {
        guard let target = try album.linkTarget(name) else { return false }
        return reading.meaning(ofLinkAt: path, to: target) == .today
    }

    private func file(_ day: Day) -> FilePath? {
        facts.file(day) ?? facts.metadata(day)?.visibleName.map { FilePath($0) }
    }

    private func giveVisibleName(_ name: FilePath, _ day: Day?, in album: Folder) throws(FolderError) {
        let visible = day.flatMap { file($0) } ?? "Found again \(name.description.suffix(8))"
        _ = try album.move(name, to: album.freeName(visible))
    }
}
