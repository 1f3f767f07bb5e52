package import Days
internal import Folder
package import MirrorTree

/// The links in `favorites/`, as orders make and remove them. A pass decides whether they are favorites: the folder stays
/// the one interface. Nothing is ever overwritten, and only links are removed.
package struct FavoriteLinks {
    let facts: MirrorFacts
    let reading: LinkReading

    init(facts: MirrorFacts, reading: LinkReading) {
        self.facts = facts
        self.reading = reading
    }

    package init(_ tree: Tree, today: Day, aliases: [String]) throws {
        facts = MirrorFacts(tree, try tree.listing(), today: today)
        reading = LinkReading(root: tree.root.path, aliases: aliases)
    }

    var tree: Tree { facts.tree }

    /// Makes or removes a day's links as the order says. An error concerns its day alone, but for that of a full disk.
    package func carryOut(_ order: FavoritesOrder, on day: Day, _ record: FavoritesRecord) throws -> FavoriteOutcome {
        let favorite = record.favorites[day]
        do {
            switch order {
            case .add(_, let album):
                if facts.refusal(of: day) == .gap(day) {
                    return .refused("NASA published no picture on \(day), so there is none to be a favorite.")
                }
                return try add(day, to: album, recorded: favorite) ? .kept : .unchanged
            case .star:
                if let favorite {
                    try restore(favorite)
                } else if facts.metadata(day).map({ $0.mirror.state == .hidden }) ?? true {
                    return .refused("This mirror has no picture of \(day).")
                } else if let former = record.removed[day], Self.isUndone(former) {
                    try restore(former)
                } else {
                    try add(day, to: .top, recorded: nil)
                }
                return .kept
            case .remove:
                guard let favorite else { return .unchanged }
                guard let own = try remove(favorite).inOrder.first else { return .removed }
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

    /// Makes a link to the day's picture, named by the bare date where the mirror has none; returns `false` where the album
    /// has a link to the day already.
    @discardableResult
    func add(_ day: Day, to album: Album, recorded: Favorite?) throws -> Bool {
        let folder = try makeFolder(album)
        for entry in try folder.entries() where !EntryName(entry.name).isNoise {
            let link = album.link(entry.name)
            let isRecorded = recorded?.links.contains(link) ?? false
            // A file of the owner's means what the keeper found in it.
            let isThere =
                try entry.kind == .file
                ? isRecorded || FavoriteShortcut.stands(entry.name, for: day, in: folder)
                : means(link, day, isRecorded: isRecorded)
            if isThere { return false }
        }
        try make(name(of: day), day, in: folder, album)
        return true
    }

    /// Makes the links that a favorite had, each where it was; at the top where that place cannot be had any more. Where a
    /// favorite still has one of its links, the owner has removed the others.
    func restore(_ favorite: Favorite) throws {
        let isLeft = { (link: FilePath) in try folder(of: link)?.status(link.name) != nil }
        if try favorite.removed == nil && favorite.links.contains(where: isLeft) { return }
        let own = name(of: favorite.date)
        for link in favorite.links.isEmpty ? [own] : favorite.links.inOrder {
            if try means(link, favorite.date, isRecorded: false) { continue }
            let (folder, album) = try place(of: link)
            try make(FavoriteLink.isUsable(link.name) ? link.name : own, favorite.date, in: folder, album)
        }
    }

    /// A day that no record knows and the vault has, as if it had been removed now; `nil` where the vault has none, either.
    private func keptInVault(_ day: Day) -> Favorite? {
        guard let kept = inVault(day) else { return nil }
        return Favorite(date: day, title: kept.metadata.title, added: .now, removed: .now, links: [kept.file])
    }

    /// Removes the recorded links and shortcuts that still mean the favorite's day; returns the files of the owner's, which
    /// are not ours to remove.
    func remove(_ favorite: Favorite) throws -> Set<FilePath> {
        var left: Set<FilePath> = []
        for link in favorite.links.inOrder {
            guard let folder = try folder(of: link), let status = try folder.status(link.name) else { continue }
            let isOurs = try FavoriteShortcut.stands(link.name, for: favorite.date, in: folder)
            if status.kind != .symlink, !isOurs {
                left.insert(link)
            } else if try isOurs || means(link, favorite.date, isRecorded: true) {
                try folder.remove(link.name)
            }
        }
        return left
    }

    private func inVault(_ day: Day) -> KeptDay? { (try? Vault(in: tree))?.keptDay(day) }

    // MARK: - Names and places

    /// The picture's name; the bare date while the name is not known.
    private func name(of day: Day) -> FilePath {
        facts.file(day) ?? facts.metadata(day)?.visibleName.map { FilePath($0) } ?? inVault(day)?.file
            ?? FilePath(day.description)
    }

    private func makeFolder(_ album: Album) throws -> Folder {
        let top = try tree.root.makeEverybodysFolder(Tree.favorites)
        return try album.path.map(top.makeFolder) ?? top
    }

    /// The recorded path may have been written by hand: where it can be no album, the top takes its place.
    private func place(of link: FilePath) throws -> (Folder, Album) {
        guard let album = try? Album(of: link) else { return (try makeFolder(.top), .top) }
        do {
            return (try makeFolder(album), album)
        } catch FolderError.notFolder, FolderError.symlink {
            return (try makeFolder(.top), .top)
        }
    }

    /// Makes a link under that name, or with a number behind the name where it is taken.
    private func make(_ name: FilePath, _ day: Day, in folder: Folder, _ album: Album) throws {
        _ = try FavoriteLink.makeFree(name, to: day, file: self.name(of: day), in: folder, album: album.path ?? "")
    }
}

// MARK: - Meaning

extension FavoriteLinks {
    /// Whether the link means the day, for which it may be recorded. Links are read as text and never followed.
    func means(_ link: FilePath, _ day: Day, isRecorded: Bool) throws -> Bool {
        var link = link
        for step in 0..<Self.longestChain {
            guard let target = try target(of: link) else {
                // A link that was moved to another depth misses the root by an album or two.
                return step > 0 && MirrorPath.day(endOf: link) == day
            }
            switch reading.meaning(ofLinkAt: link, to: target) {
            case .day(let other): return other == day
            // Only the record knows for which day a link to Today was made; the keeper has the link point there soon.
            case .today: return isRecorded
            case .named: return EntryName(link).day(titles: facts.titles) == day
            case .entry(let next): link = next
            case .refused: return false
            }
        }
        return false
    }

    /// The most links in a chain: no user makes a longer one on purpose, but a loop is longer.
    private static let longestChain = 8

    /// A link's target; `nil` where there is no link.
    func target(of link: FilePath) throws -> FilePath? {
        try folder(of: link)?.linkTarget(link.name)
    }

    /// The folder a link lies in; `nil` where there is none that can be an album, or the name can be no link's.
    func folder(of link: FilePath) throws -> Folder? {
        try tree.root.everybodysFolder(Tree.favorites).flatMap { try Self.folder(of: link, below: $0) }
    }

    static func folder(of link: FilePath, below top: Folder) throws(FolderError) -> Folder? {
        guard Album.takes(link.name), let album = try? Album(of: link) else { return nil }
        guard let path = album.path else { return top }
        do {
            // Nothing is recorded below a mount, and a mount whose server is gone would never answer.
            return try top.folderOnThisMount(path)
        } catch .notFolder, .symlink, .outside {
            return nil
        }
    }
}
