package import Days
package import Folder
internal import Hashing
package import MirrorTree

/// Carries the steps of a ``Reconciliation`` out on the real folder.
///
/// The folder and its marker are opened before the scan and used until the end, so that everything lands in the folder
/// that was scanned or nowhere.
///
/// The steps are those of a ``Reconciliation``, in its order; only their flushes are put off to where the order needs
/// them, and are made side by side there. What must be durable before `favorites.json` gets its name is the folders of
/// the links that it names, the pictures in the vault, and its own bytes. None of these three depends on another: each
/// alone, after a power cut, is a link not recorded yet, a copy that is swept, or a file in `incoming/`. So they are one
/// flush deep, and the names of `favorites.json` and of the copy that comes before it are given only when all three
/// have returned. The flush of the root, which makes the name durable, is the second, and that of the marker the third:
/// a marker must never be durable with the sum of a file that may still be the former one. The second copy comes last,
/// after a look at the marker as its flush has left it. Its bytes are flushed before it gets its name, and its name beside
/// the first flushes of the next pass: a power cut before that brings the former copy back, as if the pass had been killed
/// in front of its last step, which ``Trust/interrupted`` is about. The copy of another generation never comes before.
package final class FavoritesDisk: FavoritesStorage {
    private let root: Folder
    package let favorites: Folder
    private let saver: Saver
    let facts: MirrorFacts
    private let vault: VaultKeeper?
    private var markerFile: MarkerFile
    private(set) var files: FavoritesFiles
    private var encoded: (record: FavoritesRecord, json: [UInt8])?
    /// Folders whose flush is due before the next step that others can see.
    private var dueFolders: [Folder] = []
    /// New files in the vault, whose folder is among those.
    private var renewal: VaultRenewal?
    /// The copy that gets its name after those flushes, itself unflushed.
    private var stagedCopy: (file: Saver.Staged, kept: KeptFavorites)?
    /// Albums that changed since they were last flushed.
    var unflushed: [FilePath] = []

    /// - Parameter vault: The keeper of new favorites' copies; `nil` where there are no favorites.
    init(
        _ favorites: Folder, _ root: Folder, _ files: FavoritesFiles, _ saver: Saver, _ facts: MirrorFacts,
        _ vault: VaultKeeper?
    ) {
        self.favorites = favorites
        self.root = root
        self.files = files
        self.saver = saver
        self.facts = facts
        self.vault = vault
        markerFile = MarkerFile(in: favorites)
    }

    func markerInPlace() throws -> Marker? { try markerFile.inPlace() }

    /// The path of `favorites.json`.
    var path: String { "\(root.path)/\(FavoritesRecord.file)" }

    // MARK: - Steps

    package func flush() throws {
        if !files.isCopyFlushed, let own = try root.folder(Tree.own) { dueFolders.append(own) }
        files.isCopyFlushed = true
        for path in unflushed {
            if let album = try favorites.album(path) { dueFolders.append(album) }
            // Each is open until then, and there may be more albums than files may be open.
            if dueFolders.count >= Self.mostOpen { try settle() }
        }
    }

    private static let mostOpen = 16

    package func keep(_ days: Set<Day>) throws {
        renewal = try vault?.renew(days).unflushed
        if let renewal { dueFolders.append(renewal.vault.folder) }
    }

    /// Makes the flushes that are due, and then gives the copy its name; a file of which somebody waits to know that it
    /// is whole is flushed beside them.
    func settle(beside file: OpenFile? = nil) throws {
        try Saver.flush(file.map { [$0] } ?? [], dueFolders)
        dueFolders = []
        if let renewal { try vault?.finish(renewal) }
        renewal = nil
        if let (copy, kept) = stagedCopy {
            stagedCopy = nil
            try saver.place(copy, as: FavoritesRecord.file, in: root.makeFolder(Tree.own))
            files.copy.remember(kept, as: try copy.file.status())
        }
    }

    package func setAsideDamaged() throws {
        try settle()
        _ = try root.move(FavoritesRecord.file, to: root.freeName("favorites damaged.json"))
    }

    package func replaceMarker() throws {
        try settle()
        try markerFile.replace()
    }

    package func write(_ record: FavoritesRecord) throws -> String {
        let json = try json(of: record)
        let staged = try saver.stage(json, as: "\(FavoritesRecord.file).new")
        do {
            try settle(beside: staged.file)
            try saver.place(staged, as: FavoritesRecord.file, in: root)
        } catch {
            saver.discard(staged)
            throw error
        }
        try root.sync()
        let sum = SHA256.hash(json)
        files.record.remember(.readable(record, sha256: sum), as: try staged.file.status())
        return sum
    }

    package func write(_ kept: KeptFavorites, isDurable: Bool) throws {
        let json = try kept.encoded(json(of: kept.record))
        guard isDurable else {
            stagedCopy = (try saver.stage(json, as: "\(FavoritesRecord.file).copy"), kept)
            return
        }
        try settle()
        files.isCopyFlushed = false
        let status = try saver.save(json, as: FavoritesRecord.file, in: root.makeFolder(Tree.own), .whole)
        files.copy.remember(kept, as: status)
    }

    /// The record's text, cached because up to three files in a row hold it.
    private func json(of record: FavoritesRecord) throws -> [UInt8] {
        if let encoded, encoded.record == record { return encoded.json }
        let json = try FavoritesText.json(of: record)
        encoded = (record, json)
        return json
    }

    package func marker() throws -> Marker? { try markerFile.marker() }

    package func writeMarker(_ sum: String) throws {
        try settle()
        try markerFile.write(sum)
    }
}

// MARK: - Giving links back

extension FavoritesDisk {
    /// Makes links for favorites that have none, album by album, so that no more files are open than there must be.
    package func giveBack(_ lost: [Favorite]) throws {
        try settle()
        var places: [FilePath: [(name: FilePath, day: Day)]] = [:]
        for favorite in lost {
            let own = facts.file(favorite.date) ?? FilePath("\(favorite.date)")
            for link in favorite.links.isEmpty ? [own] : favorite.links.inOrder {
                // The recorded name may have been written by hand.
                let name = FavoriteLink.isUsable(link.name) ? link.name : own
                places[link.album, default: []].append((name, favorite.date))
            }
        }
        for (path, links) in places {
            guard !path.bytes.isEmpty, let album = try album(path) else {
                for link in links { try makeAtTop(link.name, link.day) }
                continue
            }
            for link in links {
                let isMade = try FavoriteLink.make(
                    link.name, to: link.day, file: facts.file(link.day), in: album, album: path)
                if !isMade { try makeAtTop(link.name, link.day) }
            }
            try album.sync()
        }
        try favorites.sync()
    }

    /// The album, made where it is missing; `nil` where none can be.
    private func album(_ path: FilePath) throws(FolderError) -> Folder? {
        guard (try? Album(path: path)) != nil else { return nil }
        do {
            return try favorites.makeFolder(path)
        } catch .notFolder, .symlink, .outside, .notFile {
            return nil
        }
    }

    /// Makes the link at the top, where its album cannot be or its name is taken.
    private func makeAtTop(_ name: FilePath, _ day: Day) throws(FolderError) {
        _ = try FavoriteLink.makeFree(name, to: day, file: facts.file(day), in: favorites, album: "")
    }
}

/// The two files that remember favorites, as they were last read or written.
struct FavoritesFiles {
    var record = KnownFile<StoredFavorites>()
    var copy = KnownFile<KeptFavorites?>()
    /// Whether the copy's name is durable. Another process may have left one that is not.
    var isCopyFlushed = false

    /// Whether `favorites.json` is as this process left it.
    var isOurs: Bool { !record.wasRead }

    /// Reads the files that another process may have written.
    mutating func read(_ tree: Tree) throws -> (stored: StoredFavorites, kept: KeptFavorites?) {
        let status = try tree.root.status(FavoritesRecord.file)
        let stored = try status.map { try record.value($0, reading: tree.storedFavorites) }
        return (stored ?? .missing, try readCopy(tree))
    }

    mutating func readCopy(_ tree: Tree) throws -> KeptFavorites? {
        let status = try tree.root.status(Tree.own.appending(FavoritesRecord.file))
        return try status.flatMap { try copy.value($0, reading: tree.keptFavorites) }
    }
}

/// The cached value of a file, valid while its status is that of the file that was read or written: reading ten
/// thousand favorites takes longer than checking whether another process wrote them.
struct KnownFile<Value> {
    private var last: (status: FileStatus, value: Value)?
    /// Whether the file had to be read when its value was last asked for: another process may have written it.
    private(set) var wasRead = false

    /// The file's value, read unless the status proves the cached one.
    ///
    /// - Parameter status: The file's status now.
    mutating func value(_ status: FileStatus, reading: () throws -> Value) rethrows -> Value {
        wasRead = true
        if let last, last.status == status, !Self.mayHideAnother(status.changed) {
            wasRead = false
            return last.value
        }
        // The old value is freed first, so that only one generation is held at a time.
        last = nil
        let value = try reading()
        last = (status, value)
        return value
    }

    /// Caches a value that was just written, so that it is not read.
    mutating func remember(_ value: Value, as status: FileStatus) {
        last = (status, value)
    }

    /// Whether another change may have the same time as this one. Two changes in one tick of a fine clock are our own.
    private static func mayHideAnother(_ change: Int64) -> Bool {
        FileStatus.isCoarse(change) && !FileStatus.isOver(change)
    }
}
