internal import Days
package import Folder
internal import MirrorTree

/// A scan of `favorites/`: reads the names that are requested, and says what each means.
///
/// Nothing is followed: an album is a real folder on the same mount, a link is read as text, and a file is opened only
/// where it may be a picture of the mirror or a shortcut.
package struct FavoritesSurvey {
    let request: ScanRequest
    /// Whether every name was listed.
    var listsAllNames: Bool { request.listsAllNames }
    /// The contents of `favorites/` as known after the scan.
    package var inventory: FavoritesInventory
    /// Entries that mean a day and were read. A scan of all names leaves out links that are as they were known.
    var entries: [FavoritesEntry] = []
    /// The former meanings of links that may mean something else now: of those that were read, and in a scan of all
    /// names of those that do. `nil` where nothing was known.
    private(set) var former: [FilePath: Day?]?
    /// Albums that were listed.
    private(set) var listed: Set<FilePath> = []
    /// Albums that are whole months of the mirror's.
    private(set) var months: Set<FilePath> = []
    /// When each album that was read had last changed before.
    private(set) var changes: [FilePath: Int64] = [:]

    let facts: MirrorFacts
    private let reading: LinkReading
    private let favorites: Folder
    private let began = FileStatus.clock
    /// Links that are skipped while they mean the day they meant.
    private let known: [FilePath: Day]
    /// The number of links that were skipped so.
    private var asKnown = 0
    private var seenFiles: Set<FileMemory.Found> = []
    private var albumsFound: [FilePath] = []

    /// - Parameters:
    ///   - known: The contents known before; `nil` in the first scan.
    ///   - again: Names to read in any case, and to interpret even where they are as they were.
    package init(
        of favorites: Folder, _ request: ScanRequest, after known: consuming FavoritesInventory?,
        again: Set<FilePath> = [], _ facts: MirrorFacts, _ reading: LinkReading, remembering files: inout FileMemory
    ) throws(FolderError) {
        self.request = known == nil ? .everything : request
        self.favorites = favorites
        self.facts = facts
        self.reading = reading
        if case .names(let names) = request, known != nil {
            // The inventory is moved and not copied: it is about to be changed.
            inventory = consume known ?? FavoritesInventory()
            self.known = [:]
            former = [:]
            try scanAgain(at: names.union(again).union(inventory.chained.keys), &files)
            followChains()
        } else {
            inventory = FavoritesInventory()
            let links = known?.links ?? [:]
            inventory.links.reserveCapacity(links.count)
            var settled = request == .allNames ? links : [:]
            for path in again { settled[path] = nil }
            self.known = settled
            albumsFound = [""]
            try listAlbumsFound(&files)
            files.keep(seenFiles)
            followChains()
            if request == .allNames {
                former = otherMeanings(than: links)
                for path in again { former?.updateValue(links[path], forKey: path) }
            }
        }
    }

    /// Days that gained or lost a link.
    var otherDays: Set<Day> {
        guard let former else { return Set(inventory.links.values) }
        var days: Set<Day> = []
        for (path, day) in former where inventory.links[path] != day {
            days.formUnion([day, inventory.links[path]].compactMap(\.self))
        }
        return days
    }

    /// Whether every name was listed and no album changed meanwhile: what was found lay there at one moment.
    func isSnapshot() -> Bool {
        listsAllNames
            && changes.allSatisfy { album, change in
                FileStatus.isOver(change, at: began) && (try? favorites.album(album)?.status().changed) == change
            }
    }

    /// The former meanings of the links that mean something else now.
    private func otherMeanings(than former: [FilePath: Day]) -> [FilePath: Day?] {
        var meanings: [FilePath: Day?] = [:]
        if asKnown < former.count {
            for (path, day) in former where inventory.links[path] != day { meanings[path] = .some(day) }
        }
        if asKnown < inventory.links.count {
            for path in inventory.links.keys where former[path] == nil { meanings.updateValue(nil, forKey: path) }
        }
        return meanings
    }

    // MARK: - Names

    private mutating func scanAgain(at names: Set<FilePath>, _ files: inout FileMemory) throws(FolderError) {
        // An album comes before what lies in it, so that a name that was read with its album is not read twice.
        for (path, names) in byAlbum(names) {
            guard let (album, status) = try open(path), inventory.albums[path] == status.identity else {
                // The album came, went or is another by now.
                try scanAgain(atAlbum: path, &files)
                continue
            }
            changes[path] = status.changed
            for name in names where !isRead(name) {
                forget(name)
                if let kind = try? album.status(name.name)?.kind {
                    visit(Folder.Entry(name: name.name, kind: kind), at: name, in: album, &files)
                }
                try listAlbumsFound(&files)
            }
        }
    }

    private mutating func scanAgain(atAlbum path: FilePath, _ files: inout FileMemory) throws(FolderError) {
        if listed.contains(path) || !path.bytes.isEmpty && isRead(path) { return }
        forget(path)
        albumsFound = [path]
        try listAlbumsFound(&files)
    }

    /// Whether an album that the path lies in was listed by this scan.
    private func isRead(_ path: FilePath) -> Bool {
        var album = path.album
        while !listed.contains(album) {
            if album.bytes.isEmpty { return false }
            album = album.album
        }
        return true
    }

    /// The names by album, in the order of the albums' bytes, so that no album comes after what lies below it.
    private func byAlbum(_ names: Set<FilePath>) -> [(FilePath, [FilePath])] {
        let groups = Dictionary(grouping: names, by: \.album)
        return Set(groups.keys).inOrder.map { ($0, groups[$0] ?? []) }
    }

    private func open(_ path: FilePath) throws(FolderError) -> (Folder, FileStatus)? {
        do {
            guard let album = try favorites.album(path) else { return nil }
            return (album, try album.status())
        } catch {
            // Listing the album tells what is wrong.
            if path.bytes.isEmpty { throw error }
            return nil
        }
    }

    private mutating func forget(_ path: FilePath) {
        if inventory.albums[path] != nil {
            for (link, day) in inventory.links where link.lies(in: path) { keepFormer(day, of: link) }
        }
        keepFormer(inventory.links[path], of: path)
        inventory.forget(path)
    }

    private mutating func keepFormer(_ day: Day?, of link: FilePath) {
        if former?[link] == nil { former?.updateValue(day, forKey: link) }
    }

    // MARK: - Albums

    private mutating func listAlbumsFound(_ files: inout FileMemory) throws(FolderError) {
        while let path = albumsFound.popLast() {
            do {
                // An album that went meanwhile is no error: its links are missing.
                guard let album = try favorites.album(path) else { continue }
                try list(album, at: path, &files)
            } catch .outside {
                inventory.obscured.insert(path)
            } catch {
                if path.bytes.isEmpty { throw error }
                inventory.unread.insert(path)
                inventory.refused[path] = .unreadable(reason: "\(error)")
            }
        }
    }

    private mutating func list(
        _ album: Folder, at path: FilePath, _ files: inout FileMemory
    ) throws(FolderError) {
        // The status is taken before the listing: what changes later is another change.
        let status = try album.status()
        let entries = try album.entries()
        inventory.albums[path] = status.identity
        changes[path] = status.changed
        listed.insert(path)
        if Self.isMonth(path.name, holding: entries) { months.insert(path) }
        for entry in entries {
            visit(entry, at: path.bytes.isEmpty ? entry.name : path.appending(entry.name), in: album, &files)
        }
    }

    private mutating func visit(
        _ entry: Folder.Entry, at path: FilePath, in album: Folder, _ files: inout FileMemory
    ) {
        if Leftover.isName(entry.name) {
            inventory.leftovers.insert(path)
        } else if !Self.isNoise(entry) {
            read(entry, at: path, in: album, &files)
        }
    }

    /// Whether a folder with such entries looks like a month of the mirror's, by its own or a return's hidden name.
    static func isMonth(_ name: FilePath, holding entries: [Folder.Entry]) -> Bool {
        Day("\(name)-01") != nil && entries.contains { $0.name == "metadata" && $0.kind == .folder }
    }

    /// Only links and files are made under passing names; an album may be called “Cultures”.
    private static func isNoise(_ entry: Folder.Entry) -> Bool {
        entry.kind == .folder ? entry.name.bytes.first == UInt8(ascii: ".") : EntryName(entry.name).isNoise
    }

    // MARK: - Entries

    private mutating func read(
        _ entry: Folder.Entry, at path: FilePath, in album: Folder, _ files: inout FileMemory
    ) {
        do {
            switch entry.kind {
            case .folder: albumsFound.append(path)
            case .symlink:
                // An entry that is no link any more was replaced meanwhile; that is a hint of its own.
                guard let target = try album.linkTarget(entry.name) else { return }
                if let day = known[path], FavoriteLink.isTidy(target, at: path, to: day) {
                    inventory.links[path] = day
                    asKnown += 1
                    return
                }
                let meaning = reading.meaning(ofLinkAt: path, to: target)
                if meaning == .today, let day = try facts.recordedDay(ofTodayAt: path, in: album) {
                    add(day, at: path, .link(to: target))
                } else {
                    record(meaning, at: path, target)
                }
            case .file:
                guard let status = try album.status(entry.name), status.kind == .file else { return }
                seenFiles.insert(.init(path: path, status: status))
                inventory.files.insert(path)
                record(try files.meaning(of: path, status, in: album, facts, reading), at: path, status)
            case .other: refuse(path, .notAFile)
            }
        } catch .inUse {
            refuse(path, .inUse)
        } catch {
            refuse(path, .unreadable(reason: error.reason))
            if entry.kind == .symlink { inventory.unread.insert(path) }
        }
    }

    mutating func add(_ day: Day, at path: FilePath, _ form: FavoritesEntry.Form) {
        if let refusal = facts.refusal(of: day) {
            inventory.refusedDays[path] = day
            return refuse(path, refusal)
        }
        if former != nil { keepFormer(inventory.links[path], of: path) }
        inventory.links[path] = day
        if case .link = form, known[path] == day { return }
        entries.append(FavoritesEntry(path: path, day: day, form: form))
    }
}
