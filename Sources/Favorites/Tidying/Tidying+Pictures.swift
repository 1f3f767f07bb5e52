internal import Days
internal import Folder
internal import MirrorTree
internal import Pages

extension Tidying {
    /// Puts a verified picture back into its month; returns whether the picture stands there.
    mutating func putBack(
        _ entry: FavoritesEntry, _ status: FileStatus, in album: Folder
    ) throws -> Bool {
        guard let metadata = facts.metadata(entry.day), let name = metadata.visibleName else { return false }
        let month = try root.makeFolder(Tree.monthPath(entry.day))
        if let standing = try month.status(FilePath(name)) {
            if standing.identity == status.identity { return true }
            // The month's picture may be the damaged one of the two.
            guard let picture = try? month.open(FilePath(name)) else { return false }
            return facts.isPicture(picture, of: entry.day)
        }
        guard let file = try album.open(entry.path.name), try file.status() == status else { return false }
        // A file that another user may have open for writing could still become anything.
        if try file.isOursAlone, try month.link(file, as: FilePath(name)) {
            try file.adopt(into: month)
            try month.sync()
        } else {
            guard try place(copyOf: file, as: FilePath(name), in: month, metadata) else { return false }
        }
        returned.insert(entry.day)
        return true
    }

    /// Returns whether a copy with the picture's bytes got the name. The copy is verified before it is visible: the
    /// owner of the file may have written to it since it was read.
    private func place(
        copyOf file: OpenFile, as name: FilePath, in month: Folder, _ metadata: Metadata
    ) throws -> Bool {
        let copy = try saver.stage(wholeCopyOf: file, as: "\(name).returned")
        guard facts.isPicture(copy.file, of: metadata.date) else {
            saver.discard(copy)
            return false
        }
        metadata.describe(copy.file)
        try saver.place(copy, as: name, in: month)
        try month.sync()
        return true
    }
}

// MARK: - Thumbnails

extension Tidying {
    /// Whether a file that is called like a thumbnail has the bytes of the thumbnail in its place, so that nothing is
    /// lost with the file. An empty place is filled by the thumbnailer first: nothing else makes a thumbnail.
    mutating func isThumbnail(
        _ size: ThumbnailSize, _ entry: FavoritesEntry, _ status: FileStatus, in album: Folder
    ) throws -> Bool {
        guard let file = try album.open(entry.path.name), try file.status() == status else { return false }
        guard let standing = try root.open(size.path(entry.day)) else {
            takenThumbnails[entry.path] = entry.day
            return false
        }
        return try file.hasBytes(of: standing)
    }
}

extension OpenFile {
    /// Whether two small files have the same bytes.
    fileprivate func hasBytes(of other: OpenFile) throws -> Bool {
        let (own, theirs) = (try status(), try other.status())
        if own.identity == theirs.identity { return true }
        guard own.bytes == theirs.bytes else { return false }
        return try read(Int(own.bytes), at: 0) == other.read(Int(own.bytes), at: 0)
    }
}

/// Files in `favorites/` that are called like thumbnails whose own places are empty. Each is compared again once its
/// thumbnail may have been made anew, ever less often and within a minute: where none are made it stays as it is.
struct TakenThumbnails {
    private struct Waiting {
        var attempts: Int
        var next: Duration
    }

    private var waiting: [FilePath: Waiting] = [:]

    /// Takes what a pass found among the entries that it tidied; returns the days whose thumbnails are to be made.
    ///
    /// - Parameter inventory: The contents of `favorites/`; a file that is gone is waited for no more.
    mutating func update(
        _ found: [FilePath: Day], of tidied: some Sequence<FavoritesEntry>, _ inventory: FavoritesInventory,
        now: Duration
    ) -> Set<Day> {
        waiting = waiting.filter { inventory.links[$0.key] != nil }
        for entry in tidied where found[entry.path] == nil { waiting[entry.path] = nil }
        for path in found.keys {
            let attempts = (waiting[path]?.attempts ?? 0) + 1
            waiting[path] = Waiting(attempts: attempts, next: now + .seconds(1 << min(attempts, Self.mostAttempts)))
        }
        return Set(found.keys.compactMap { isDue($0) ? found[$0] : nil })
    }

    /// The names that are due next, and when; `nil` when none is.
    func next(after now: Duration) -> (names: Set<FilePath>, wait: Duration)? {
        let due = waiting.filter { isDue($0.key) }
        guard let first = due.values.map(\.next).min() else { return nil }
        return (Set(due.keys), max(.zero, first - now))
    }

    private func isDue(_ path: FilePath) -> Bool {
        waiting[path].map { $0.attempts <= Self.mostAttempts } ?? false
    }

    private static let mostAttempts = 5
}
