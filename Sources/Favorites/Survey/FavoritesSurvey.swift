internal import Days
internal import Folder
internal import MirrorTree

/// Makes a ``FavoritesScan``: lists every album, a real folder on the same mount, and reads what each entry means.
struct FavoritesSurvey {
    private(set) var scan = FavoritesScan()
    private let favorites: Folder
    private let reading: EntryReading
    private var facts: MirrorFacts { reading.facts }
    private var albumsFound: [FilePath] = [""]
    /// Links that mean what another entry means: the path of that entry, and their targets.
    private var chained: [FilePath: (to: FilePath, target: FilePath)] = [:]

    init(of favorites: Folder, _ reading: EntryReading, remembering files: inout FileMemory) throws(FolderError) {
        self.favorites = favorites
        self.reading = reading
        while let path = albumsFound.popLast() { try list(path, &files) }
        files.endScan()
        followChains()
    }

    private mutating func list(_ path: FilePath, _ files: inout FileMemory) throws(FolderError) {
        do {
            // An album that went meanwhile is no error: its links are missing.
            guard let album = try favorites.album(path) else { return }
            // The status is taken before the listing: what changes later is another change.
            let status = try album.status()
            let entries = try album.entries()
            scan.albums[path] = status
            if Self.isMonth(path.name, holding: entries) { scan.months.insert(path) }
            for entry in entries {
                let place = path.bytes.isEmpty ? entry.name : path.appending(entry.name)
                if Leftover.isName(entry.name) {
                    scan.leftovers.insert(place)
                } else if !Self.isNoise(entry) {
                    read(entry, at: place, in: album, &files)
                }
            }
        } catch .outside {
            scan.obscured.insert(path)
        } catch {
            if path.bytes.isEmpty { throw error }
            scan.unread.insert(path)
            scan.obscured.insert(path)
            scan.refused[path] = .unreadable(reason: "\(error)")
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
                // An entry that is no link any more was replaced meanwhile; that is an event of its own.
                guard let target = try album.linkTarget(entry.name) else { return }
                if let day = reading.day(ofTidyLinkAt: path, to: target) { return scan.links[path] = day }
                try note(reading.meaning(ofLinkAt: path, to: target), at: path, in: album)
            case .file:
                guard let status = try album.status(entry.name), status.kind == .file else { return }
                try note(files.meaning(of: path, status, in: album, reading), at: path, in: album)
            case .other: refuse(path, .notAFile)
            }
        } catch .inUse {
            refuse(path, .inUse)
        } catch {
            refuse(path, .unreadable(reason: error.reason))
            if entry.kind == .symlink { scan.unread.insert(path) }
        }
    }

    private mutating func note(_ meaning: EntryMeaning, at path: FilePath, in album: Folder) throws(FolderError) {
        switch meaning {
        case .day(let day, let form): add(day, at: path, form)
        case .today(let form):
            if case .link = form, let day = try facts.recordedDay(ofTodayAt: path, in: album) {
                add(day, at: path, form)
            } else if let day = facts.dayOfToday {
                add(day, at: path, form)
            } else {
                scan.obscured.insert(path)
            }
        case .entry(let other, let target): chained[path] = (other, target)
        case .refused(let refusal): refuse(path, refusal)
        }
    }

    private mutating func add(_ day: Day, at path: FilePath, _ form: FavoritesEntry.Form) {
        if let refusal = facts.refusal(of: day) {
            scan.refusedDays.insert(day)
            return refuse(path, refusal)
        }
        scan.links[path] = day
        if isTidy(path, day, form) { return }
        scan.entries.append(FavoritesEntry(path: path, day: day, form: form))
    }

    /// Whether an entry stays as it is, for now at least: a link to a day without a file waits for the file.
    private func isTidy(_ path: FilePath, _ day: Day, _ form: FavoritesEntry.Form) -> Bool {
        switch form {
        case .picture: return false
        case .other: return true
        // An empty file may be a copy that has only just begun.
        case .shortcut(let status): return status.bytes == 0 || !facts.listing.isPresent(day)
        // A link that stands as the mirror makes it was taken before.
        case .link: return !facts.listing.isPresent(day)
        }
    }

    /// Refuses an entry. An entry that only cannot be understood now keeps its recorded meaning: a day may have lost
    /// its files, or the clock be wrong. An entry that leads elsewhere has taken the place of whatever was there.
    private mutating func refuse(_ path: FilePath, _ refusal: Refusal) {
        scan.refused[path] = refusal
        switch refusal {
        case .noPicture, .future, .gap, .unreadable, .inUse: scan.obscured.insert(path)
        case .outside, .folder, .loop, .notAFile: break
        }
    }

    /// A link to another entry means what that entry means, over as many links as it takes.
    private mutating func followChains() {
        for (path, link) in chained {
            var next = link.to
            var passed: Set<FilePath> = [path]
            while let further = chained[next], passed.insert(next).inserted { next = further.to }
            // A relative link that was moved to another depth misses the root by an album or two.
            let missed = scan.refused[next] == nil ? MirrorPath.day(endOf: next) : nil
            if passed.contains(next) {
                refuse(path, .loop)
            } else if scan.albums[next] != nil {
                refuse(path, .folder)
            } else if let day = scan.links[next] ?? missed ?? reading.dayInName(of: path) {
                add(day, at: path, .link(to: link.target))
            } else {
                refuse(path, scan.refused[next] ?? .noPicture)
            }
        }
    }
}
