internal import Folder

/// Reads what a link in `favorites/` means from its text alone.
///
/// Nothing is ever asked of the disk: a dead network mount would hang the daemon, and a link must not lead the daemon
/// anywhere. The rules, in this order: (1) the target, joined and normalised as text, lies under the mirror's root or
/// another name of it; (2) the target ends like a mirror's path, whatever stands before: a mount on another machine, a
/// symlinked home; (3) the entry's own name says the day (``EntryName``), though only for targets inside the mirror.
package struct LinkReading: Sendable {
    /// Names of the root, the longest first: where one lies inside another, the longer one is meant.
    private let roots: [LexicalPath]
    private let favorites: LexicalPath

    /// The paths are absolute; `aliases` are other names of the root.
    package init(root: String, aliases: [String]) {
        let own = LexicalPath(FilePath(root))
        roots = ([own] + aliases.map { LexicalPath(FilePath($0)) }).sorted { $0.names.count > $1.names.count }
        favorites = own.following("favorites")
    }

    /// The meaning of the link at `path` below `favorites/`.
    func meaning(ofLinkAt path: FilePath, to target: FilePath) -> Meaning {
        // No link can hold a NUL, so this path came from a shortcut file; the kernel would see less of it.
        guard !target.bytes.contains(0) else { return .refused(.outside) }
        let album = path.parent.map(favorites.following) ?? favorites
        let target = album.following(target)
        var isInside = false
        for root in roots {
            guard let names = target.names(below: root) else { continue }
            let meaning = Self.meaning(below: names, isFolder: target.endsAsFolder)
            guard meaning == .named else { return withoutLoop(meaning, of: path) }
            isInside = true
        }
        if let day = MirrorPath.day(endOf: target.names[...]) { return .day(day) }
        return isInside ? .named : .refused(.outside)
    }

    /// The meaning of a path on another host, of which only the end can be known.
    func meaning(ofForeignPath path: FilePath) -> Meaning {
        guard !path.bytes.contains(0), let day = MirrorPath.day(endOf: LexicalPath(path).names[...]) else {
            return .refused(.outside)
        }
        return .day(day)
    }

    private static func meaning(below names: MirrorPath.Names, isFolder: Bool) -> Meaning {
        if names.first?.is("favorites") == true {
            // Albums may be named like years and months, so they come first.
            return names.count == 1 || isFolder ? .refused(.folder) : .entry(FilePath(names: names.dropFirst()))
        }
        if MirrorPath.isToday(names) { return .today }
        if let day = MirrorPath.day(inVault: names) ?? MirrorPath.day(endOf: names) { return .day(day) }
        return isFolder || MirrorPath.isFolder(names) ? .refused(.folder) : .named
    }

    /// Refuses a link to itself or to an album it lies in: no chain need be followed to know that.
    private func withoutLoop(_ meaning: Meaning, of path: FilePath) -> Meaning {
        guard case .entry(let entry) = meaning else { return meaning }
        let (link, entryNames) = (LexicalPath(path).names, LexicalPath(entry).names)
        guard link.starts(with: entryNames) else { return meaning }
        return .refused(link.count == entryNames.count ? .loop : .folder)
    }
}
