internal import Folder

/// Everything that lies in `favorites/` and its albums, and what it means.
///
/// Nothing is followed: an album is a real folder on the same mount, a link is read as text, and a file is opened only
/// where it may be a picture of the mirror or a shortcut.
struct FavoritesSurvey {
    private(set) var entries: [FavoritesEntry] = []
    /// What is no favorite, and why. Hidden and unfinished files are not worth a word.
    private(set) var refused: [FilePath: Refusal] = [:]
    /// Real albums, the top one included, by their paths; a path that is no UTF-8 is recorded otherwise.
    private(set) var albums: [FilePath: FileStatus.Identity] = [:]
    /// Names that a tidying was working on when it was cut short.
    private(set) var leftovers: [FilePath] = []
    private(set) var scan = FavoritesScan()

    private let facts: MirrorFacts
    private let reading: LinkReading
    /// Links whose meaning is that of another entry: followed when all entries are known.
    private var chained: [FilePath: (to: FilePath, target: FilePath)] = [:]
    private var seenFiles: Set<FileStatus> = []

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

    private var albumsFound: [FilePath] = []

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
        let entries = try album.entries()
        albums[path ?? ""] = try album.status().identity
        for entry in entries {
            let below = path?.appending(entry.name) ?? entry.name
            if Leftover.isName(entry.name) {
                leftovers.append(below)
            } else if !EntryName(entry.name).isNoise {
                read(entry, at: below, in: album, &files)
            }
        }
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
                note(reading.meaning(ofLinkAt: path, to: target), at: path, target)
            case .file:
                guard let status = try album.status(entry.name), status.kind == .file else { return }
                seenFiles.insert(status)
                note(try files.meaning(of: path, status, in: album, facts, reading), at: path, status)
            case .other: refused[path] = .notAFile
            }
        } catch {
            // It keeps the meaning it had.
            scan.obscured.insert(path.recorded)
            refused[path] = .unreadable(reason: error.reason)
            if entry.kind == .symlink { scan.isComplete = false }
        }
    }
}

// MARK: - Names that JSON cannot hold

extension FavoritesSurvey {
    /// Gives links whose names are no UTF-8 their pictures' names, so that they can be recorded; whether there were any.
    func nameUnnamed(in favorites: Folder) throws(FolderError) -> Bool {
        var any = false
        for entry in entries where entry.path.name.text == nil {
            guard case .link = entry.form, let file = facts.file(entry.day),
                let album = entry.path.album.bytes.isEmpty
                    ? favorites : try favorites.folderOnThisMount(entry.path.album)
            else { continue }
            if try album.move(entry.path.name, to: FavoriteLink.freeName(file, in: album)) { any = true }
        }
        return any
    }
}

// MARK: - What an entry means

extension FavoritesSurvey {
    private mutating func note(_ meaning: Meaning, at path: FilePath, _ target: FilePath) {
        switch meaning {
        case .day(let day): add(day, at: path, .link(to: target))
        case .today:
            if let day = facts.dayOfToday {
                add(day, at: path, .link(to: target))
            } else {
                scan.obscured.insert(path.recorded)
            }
        case .entry(let other): chained[path] = (other, target)
        case .named: addNamed(path, target, otherwise: .noPicture)
        case .refused(let refusal): refused[path] = refusal
        }
    }

    private mutating func note(_ meaning: FileMeaning, at path: FilePath, _ status: FileStatus) {
        switch meaning {
        case .picture(let day): add(day, at: path, .picture(status))
        case .shortcut(let day): add(day, at: path, .shortcut(status))
        case .other(let day): add(day, at: path, .other)
        case .today: if let day = facts.dayOfToday { add(day, at: path, .shortcut(status)) }
        case .refused(let refusal): refused[path] = refusal
        }
    }

    private mutating func add(_ day: Day, at path: FilePath, _ form: FavoritesEntry.Form) {
        if let refusal = facts.refusal(of: day) {
            refused[path] = refusal
        } else {
            entries.append(FavoritesEntry(path: path, day: day, form: form))
        }
    }

    private mutating func addNamed(_ path: FilePath, _ target: FilePath, otherwise refusal: Refusal) {
        if let day = EntryName(path).day(titles: facts.titles) {
            add(day, at: path, .link(to: target))
        } else {
            refused[path] = refusal
        }
    }

    /// A link to a favorite means what that one means, over as many links as it takes.
    private mutating func followChains() {
        let days = Dictionary(entries.map { ($0.path, $0.day) }, uniquingKeysWith: { $1 })
        for (path, link) in chained {
            var next = link.to
            var passed: Set<FilePath> = [path]
            while let further = chained[next], passed.insert(next).inserted { next = further.to }
            if let day = days[next] {
                add(day, at: path, .link(to: link.target))
            } else if passed.contains(next) {
                refused[path] = .loop
            } else if albums[next] != nil {
                refused[path] = .folder
            } else {
                addNamed(path, link.target, otherwise: refused[next] ?? .noPicture)
            }
        }
    }
}
