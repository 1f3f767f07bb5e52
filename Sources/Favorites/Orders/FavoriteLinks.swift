package import Days
internal import Folder
package import MirrorTree

/// The links in `favorites/`, as orders make and remove them where a scan found them. A pass decides whether they are
/// favorites: the folder stays the one interface. Nothing is ever overwritten, and only links are removed.
package struct FavoriteLinks {
    let reading: EntryReading
    let scan: FavoritesScan
    let favorites: Folder

    init(_ reading: EntryReading, _ scan: FavoritesScan, in favorites: Folder) {
        (self.reading, self.scan, self.favorites) = (reading, scan, favorites)
    }

    /// Scans the folder, for a process that does not keep the mirror.
    package init(_ tree: Tree, _ record: FavoritesRecord, today: Day, aliases: [String]) throws {
        let facts = MirrorFacts(tree, try tree.listing(), today: today, record: record)
        let reading = EntryReading(facts: facts, reading: LinkReading(root: tree.root.path, aliases: aliases))
        let favorites = try tree.root.makeEverybodysFolder(Tree.favorites)
        var files = FileMemory()
        self.init(reading, try FavoritesSurvey(of: favorites, reading, remembering: &files).scan, in: favorites)
    }

    private var facts: MirrorFacts { reading.facts }

    /// Makes or removes a day's links as the order says. An error concerns its day alone, but for that of a full disk.
    package func carryOut(_ order: FavoritesOrder, on day: Day, _ record: FavoritesRecord) throws -> FavoriteOutcome {
        let favorite = record.favorites[day]
        do {
            switch order {
            case .add(_, let album):
                if facts.refusal(of: day) == .gap(day) {
                    return .refused("NASA published no picture on \(day), so there is none to be a favorite.")
                }
                return try add(day, to: album) ? .kept : .unchanged
            case .star where isSeen(favorite), .restore where isSeen(favorite), .restoreSince where isSeen(favorite):
                return .unchanged
            case .star:
                if let favorite {
                    try restore(favorite)
                } else if facts.metadata(day).map({ $0.mirror.state == .hidden }) ?? true {
                    return .refused("This mirror has no picture of \(day).")
                } else if let former = record.removed[day], Self.isUndone(former) {
                    try restore(former)
                } else {
                    try add(day, to: .top)
                }
                return .kept
            case .remove:
                if favorite == nil, !scan.links.values.contains(day) { return .unchanged }
                guard let own = try remove(day).inOrder.first else { return .removed }
                return .refused(
                    "favorites/\(own) is no link but its owner's file, so it was left, and \(day) stays a favorite. "
                        + "Move it elsewhere.")
            case .restore, .restoreSince:
                guard let former = favorite ?? record.removed[day] ?? keptInVault(day) else { return .unknown }
                try restore(former)
                return .kept
            }
        } catch let error as FolderError where !error.isDiskFull {
            return .refused("\(error)")
        }
    }

    /// Whether a star undoes the removal, so that the links come back to the albums they were in. Later a new link is made
    /// at the top.
    private static func isUndone(_ removal: Favorite) -> Bool { removal.removed.map { $0 + 600 >= .now } ?? false }

    /// Whether a favorite has a link, or may have one where the scan saw nothing. Others are its owner's to remove.
    private func isSeen(_ favorite: Favorite?) -> Bool {
        guard let favorite else { return false }
        return scan.links.values.contains(favorite.date) || favorite.links.contains(where: scan.obscures)
    }

    /// Makes a link to the day's picture, named by the bare date where the mirror has none; returns `false` where the album
    /// has a link to the day already.
    @discardableResult
    func add(_ day: Day, to album: Album) throws -> Bool {
        if scan.links.contains(where: { $0.value == day && $0.key.album == album.path ?? "" }) { return false }
        try make(name(of: day), day, in: album)
        return true
    }

    /// Makes the links that a favorite had, each where it was; at the top where that place cannot be had any more.
    func restore(_ favorite: Favorite) throws {
        let own = name(of: favorite.date)
        for link in favorite.links.isEmpty ? [own] : favorite.links.inOrder where scan.links[link] != favorite.date {
            let name = FavoriteLink.isUsable(link.name) ? link.name : own
            do {
                // The recorded path may have been written by hand: where it can be no album, the top takes its place.
                try make(name, favorite.date, in: (try? Album(of: link)) ?? .top)
            } catch FolderError.notFolder, FolderError.symlink {
                try make(name, favorite.date, in: .top)
            }
        }
    }

    /// A day that no record knows and the vault has, as if it had been removed now; `nil` where the vault has none, either.
    private func keptInVault(_ day: Day) -> Favorite? {
        guard let kept = inVault(day) else { return nil }
        return Favorite(date: day, title: kept.metadata.title, added: .now, removed: .now, links: [kept.file])
    }

    /// Removes the links and shortcuts that mean the day; returns the files of the owner's, which are not ours to remove.
    func remove(_ day: Day) throws -> Set<FilePath> {
        var left: Set<FilePath> = []
        for link in scan.links.keys where scan.links[link] == day {
            guard let folder = try Album.folder(of: link, below: favorites), let status = try folder.status(link.name)
            else { continue }
            if try FavoriteShortcut.stands(link.name, for: day, in: folder) || isLink(link, to: day, in: folder) {
                try folder.remove(link.name)
            } else if status.kind != .symlink {
                left.insert(link)
            }
        }
        return left
    }

    /// Whether a link means the day still, for which the scan found it. What a chain or Today mean only the scan tells.
    private func isLink(_ link: FilePath, to day: Day, in folder: Folder) throws -> Bool {
        guard let target = try folder.linkTarget(link.name) else { return false }
        switch reading.meaning(ofLinkAt: link, to: target) {
        case .day(let other, _): return other == day
        case .today, .entry: return true
        case .refused: return false
        }
    }

    private func inVault(_ day: Day) -> KeptDay? { (try? Vault(in: facts.tree))?.keptDay(day) }

    // MARK: - Names and places

    /// The picture's name; the bare date while the name is not known.
    private func name(of day: Day) -> FilePath {
        facts.file(day) ?? facts.metadata(day)?.visibleName.map { FilePath($0) } ?? inVault(day)?.file
            ?? FilePath(day.description)
    }

    private func make(_ name: FilePath, _ day: Day, in album: Album) throws {
        let folder = try album.path.map(favorites.makeFolder) ?? favorites
        try FavoriteLink.makeFree(name, to: day, file: self.name(of: day), in: folder, album: album.path ?? "")
    }
}
