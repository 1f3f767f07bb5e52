package import Days
package import Folder
package import MirrorTree

/// The links in `favorites/`, as commands make and remove them. The keeper decides whether they are favorites: the
/// folder stays the one interface. Nothing is ever overwritten, and only links are removed.
package struct FavoriteLinks {
    package let facts: MirrorFacts
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

    package enum Added: Equatable {
        case made(FilePath)
        /// The album already has a link to the day.
        case there(FilePath)

        package var isNew: Bool {
            if case .made = self { true } else { false }
        }

        package var link: FilePath {
            switch self {
            case .made(let link), .there(let link): link
            }
        }
    }

    /// Makes a link to the day's picture, named by the bare date where the mirror has none.
    package func add(_ day: Day, to album: Album, recorded: Favorite?) throws -> Added {
        let folder = try makeFolder(album)
        for entry in try folder.entries() where !EntryName(entry.name).isNoise {
            let link = album.link(entry.name)
            let isRecorded = recorded?.links.contains(link) ?? false
            // A file of the owner's means what the keeper found in it.
            let isThere =
                try entry.kind == .file
                ? isRecorded || FavoriteShortcut.stands(entry.name, for: day, in: folder)
                : means(link, day, isRecorded: isRecorded)
            if isThere { return .there(link) }
        }
        return .made(album.link(try make(name(of: day), day, in: folder, album)))
    }

    /// Makes the links that a favorite had, each where it was; at the top where that place cannot be had any more. Where a
    /// favorite still has one of its links, the owner has removed the others.
    package func restore(_ favorite: Favorite) throws {
        let isLeft = { (link: FilePath) in try folder(of: link)?.status(link.name) != nil }
        if try favorite.removed == nil && favorite.links.contains(where: isLeft) { return }
        let own = name(of: favorite.date)
        for link in favorite.links.isEmpty ? [own] : favorite.links.inOrder {
            if try means(link, favorite.date, isRecorded: false) { continue }
            let (folder, album) = try place(of: link)
            _ = try make(FavoriteLink.isUsable(link.name) ? link.name : own, favorite.date, in: folder, album)
        }
    }

    /// A day that no record knows and the vault has, as if it had been removed now; `nil` where the vault has none, either.
    package func keptInVault(_ day: Day) -> Favorite? {
        guard let kept = inVault(day) else { return nil }
        return Favorite(date: day, title: kept.metadata.title, added: .now, removed: .now, links: [kept.file])
    }

    package struct Removal: Equatable {
        var removed: Set<FilePath> = []
        /// Files of the owner's, which are not ours to remove.
        package var left: Set<FilePath> = []
    }

    /// Removes the recorded links and shortcuts that still mean the favorite's day.
    package func remove(_ favorite: Favorite) throws -> Removal {
        var removal = Removal()
        for link in favorite.links.inOrder {
            guard let folder = try folder(of: link), let status = try folder.status(link.name) else { continue }
            let isOurs = try FavoriteShortcut.stands(link.name, for: favorite.date, in: folder)
            if status.kind != .symlink, !isOurs {
                removal.left.insert(link)
            } else if try isOurs || means(link, favorite.date, isRecorded: true) {
                try folder.remove(link.name)
                removal.removed.insert(link)
            }
        }
        return removal
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
    private func make(_ name: FilePath, _ day: Day, in folder: Folder, _ album: Album) throws -> FilePath {
        try FavoriteLink.makeFree(name, to: day, file: self.name(of: day), in: folder, album: album.path ?? "")
    }
}

extension FavoriteLinks {
    /// Whether a shortcut stands for this link, and for no other yet: the command explains shortcuts only once.
    package func isFirstShortcut(_ link: FilePath, in record: FavoritesRecord) -> Bool {
        guard FavoriteShortcut.isName(link) else { return false }
        let links = record.favorites.values.flatMap(\.links) + record.removed.values.flatMap(\.links)
        return !links.contains { $0 != link && FavoriteShortcut.isName($0) }
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

    /// Whether nothing lies at the link's place; `false` where that place cannot be seen.
    func isAbsent(_ link: FilePath) throws -> Bool {
        guard let folder = try folder(of: link) else { return false }
        return try folder.status(link.name) == nil
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
