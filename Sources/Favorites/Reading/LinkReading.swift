package import Days
package import Folder

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
        for root in roots where target.names.starts(with: root.names) {
            let names = target.names.dropFirst(root.names.count)
            let meaning = Self.meaning(below: names, isFolder: target.endsAsFolder)
            guard meaning == .named else { return withoutLoop(meaning, of: path) }
            isInside = true
        }
        if let day = MirrorPath.day(endOf: target.names[...]) { return .day(day) }
        return isInside ? .named : .refused(.outside)
    }

    /// The meaning of a path on another host, of which only the end can be known.
    func meaning(ofForeignPath path: FilePath) -> Meaning {
        let day = path.bytes.contains(0) ? nil : MirrorPath.day(endOf: path)
        return day.map { .day($0) } ?? .refused(.outside)
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

/// The meaning of an entry of `favorites/`, as far as text can tell.
enum Meaning: Equatable, Sendable {
    /// The target names a day's file: rules 1 and 2 of ``LinkReading``. The mirror may not have that day.
    case day(Day)
    /// The mirror's `Today.jpg` or `Today.json`.
    case today
    /// Another entry of `favorites/`, as a path below it. The caller, which knows the entries, follows the chain.
    case entry(FilePath)
    /// A target inside the mirror that is no day's file, or a shortcut that is never parsed: only the entry's own name
    /// can say the day (rule 3, ``EntryName``).
    case named
    case refused(Refusal)
}

/// The reason why an entry of `favorites/` is no favorite. The entry stays as it is; the log and `status` name it once.
package enum Refusal: Hashable, Sendable {
    case outside
    case folder
    case loop
    /// A file, or a link to one, that is no day's picture.
    case noPicture
    case future(Day)
    /// NASA published nothing that day.
    case gap(Day)
    case unreadable(reason: String)
    /// Another program has leased the file.
    case inUse
    /// A FIFO, a socket or a device.
    case notAFile

    /// A line that is safe for a terminal, since it quotes names on disk. `entry` is a path below `favorites/`.
    package func sentence(entry: FilePath) -> String {
        printable("favorites/\(entry) is no favorite: \(reason)")
    }

    /// The problem, and the advice what to do.
    package var reason: String {
        switch self {
        case .outside: "it leads out of the mirror. Link to a picture in the mirror's own folders."
        case .folder: "it leads to a folder. Link to the pictures in it, or make a sub-folder here for an album."
        case .loop: "it leads back to itself. Delete it and link to the picture again."
        case .noPicture: "it is no day's picture of this mirror. Keep other files elsewhere, or leave it."
        case .future(let day): "\(day) has not come yet. Link to it again when it has."
        case .gap(let day): "NASA published no picture on \(day). Delete it, or leave it."
        case .unreadable(let reason): "it cannot be read (\(reason)). Check its permissions and its disk."
        case .inUse: "another program has it open exclusively. It is read again."
        case .notAFile: "it is neither a link nor a file. Keep it elsewhere."
        }
    }
}
