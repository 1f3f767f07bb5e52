internal import Folder

/// Everything that lies in `favorites/` and its albums, and what it means.
///
/// Nothing is followed: an album is a real folder on the same mount, a link is read as text, and a file is opened only
/// where it may be a picture of the mirror or a shortcut.
struct FavoritesSurvey {
    var entries: [FavoritesEntry] = []
    /// What is no favorite, and why. Hidden and unfinished files are not worth a word.
    var refused: [FilePath: Refusal] = [:]
    /// Real albums, the top one included, by their paths; a path that is no UTF-8 is recorded otherwise.
    private(set) var albums: [FilePath: FileStatus.Identity] = [:]
    /// When each of them last changed.
    private(set) var changes: [FilePath: Int64] = [:]
    /// Names that a tidying was working on when it was cut short.
    private(set) var leftovers: [FilePath] = []
    var scan = FavoritesScan()

    let facts: MirrorFacts
    private let reading: LinkReading
    /// Links whose meaning is that of another entry: followed when all entries are known.
    var chained: [FilePath: (to: FilePath, target: FilePath)] = [:]
    private var seenFiles: Set<FileMemory.Found> = []
    private var albumsFound: [FilePath] = []

    init(
        of favorites: Folder, _ facts: MirrorFacts, _ reading: LinkReading, remembering files: inout FileMemory
    ) throws(FolderError) {
        self.facts = facts
        self.reading = reading
        try survey(favorites, at: nil, &files)
        var open: [FilePath] = albumsFound
        while let path = open.popLast() {
            albumsFound = []
            try visit(path, in: favorites, &files)
            open += albumsFound
        }
        followChains()
        for entry in entries { scan.links[entry.key] = entry.day }
        files.keep(seenFiles)
    }

    private mutating func visit(
        _ path: FilePath, in favorites: Folder, _ files: inout FileMemory
    ) throws(FolderError) {
        do {
            // One that went meanwhile is no error: its links are missing.
            guard let album = try favorites.folderOnThisMount(path) else { return }
            try survey(album, at: path, &files)
        } catch .outside {
            scan.obscured.insert(path.recorded)
        } catch {
            scan.isComplete = false
            refused[path] = .unreadable(reason: "\(error)")
        }
    }

    private mutating func survey(
        _ album: Folder, at path: FilePath?, _ files: inout FileMemory
    ) throws(FolderError) {
        // Before it is listed: what changes later is another change.
        let status = try album.status()
        let entries = try album.entries()
        albums[path ?? ""] = status.identity
        changes[path ?? ""] = status.changed
        for entry in entries {
            let below = path?.appending(entry.name) ?? entry.name
            if Leftover.isName(entry.name) {
                leftovers.append(below)
            } else if !Self.isNoise(entry) {
                read(entry, at: below, in: album, &files)
            }
        }
    }

    /// Only links and files are made under passing names; an album may be called “Cultures”.
    private static func isNoise(_ entry: Folder.Entry) -> Bool {
        entry.kind == .folder ? entry.name.bytes.first == UInt8(ascii: ".") : EntryName(entry.name).isNoise
    }

    private mutating func read(
        _ entry: Folder.Entry, at path: FilePath, in album: Folder, _ files: inout FileMemory
    ) {
        do {
            switch entry.kind {
            case .folder: albumsFound.append(path)
            case .symlink:
                // One that is no link any more was replaced meanwhile; that is a hint of its own.
                guard let target = try album.linkTarget(entry.name) else { return }
                let meaning = reading.meaning(ofLinkAt: path, to: target)
                if meaning == .today, let day = try facts.recordedDay(ofTodayAt: path, in: album) {
                    add(day, at: path, .link(to: target))
                } else {
                    note(meaning, at: path, target)
                }
            case .file:
                guard let status = try album.status(entry.name), status.kind == .file else { return }
                seenFiles.insert(.init(path: path, status: status))
                note(try files.meaning(of: path, status, in: album, facts, reading), at: path, status)
            case .other: refuse(path, .notAFile)
            }
        } catch .inUse {
            refuse(path, .inUse)
        } catch {
            refuse(path, .unreadable(reason: error.reason))
            if entry.kind == .symlink { scan.isComplete = false }
        }
    }
}
