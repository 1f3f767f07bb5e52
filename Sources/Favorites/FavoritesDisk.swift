package import Days
package import Folder
internal import Hashing
package import MirrorTree

/// The disk of a ``Persistence``.
///
/// The folder and its marker are opened before the scan and used until the end, so that everything lands in the folder
/// that was scanned or nowhere.
package final class FavoritesDisk: FavoritesStorage {
    private let root: Folder
    package let favorites: Folder
    private let saver: Saver
    let facts: MirrorFacts
    private let vault: VaultKeeper?
    private var markerFile: MarkerFile
    private(set) var files: FavoritesFiles
    private var encoded: (record: FavoritesRecord, json: [UInt8])?

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

    // MARK: - Files

    package struct Staged: Sendable {
        fileprivate let file: Saver.Staged
        fileprivate let content: Content

        fileprivate enum Content: Sendable {
            case record(StoredFavorites)
            case copy(KeptFavorites)
        }
    }

    package func stage(_ copy: KeptFavorites) throws -> Staged {
        let json = try copy.encoded(json(of: copy.record))
        return Staged(file: try saver.stage(json, as: "\(FavoritesRecord.file).copy"), content: .copy(copy))
    }

    package func stage(_ record: FavoritesRecord) throws -> (Staged, sum: String) {
        let json = try json(of: record)
        let sum = SHA256.hash(json)
        let file = try saver.stage(json, as: "\(FavoritesRecord.file).new")
        return (Staged(file: file, content: .record(.readable(record, sha256: sum))), sum)
    }

    package func flush(_ folders: [FilePath], keeping new: Set<Day>, beside files: [Staged]) throws {
        var open: [Folder] = []
        if !self.files.isCopyFlushed, let own = try root.folder(Tree.own) { open.append(own) }
        for path in folders {
            if let album = try favorites.album(path) { open.append(album) }
            // There may be more albums than files may be open.
            if open.count >= Self.mostOpen {
                try Saver.flush([], open)
                open = []
            }
        }
        let renewal = try vault?.renew(new)
        if let renewal { open.append(renewal.vault.folder) }
        try Saver.flush(files.map(\.file.file), open)
        self.files.isCopyFlushed = true
        if let renewal { try vault?.finish(renewal) }
    }

    private static let mostOpen = 16

    package func discard(_ staged: Staged) { saver.discard(staged.file) }

    package func setAsideDamaged() throws {
        _ = try root.move(FavoritesRecord.file, to: root.freeName("favorites damaged.json"))
    }

    package func place(_ staged: Staged) throws {
        switch staged.content {
        case .record(let record):
            try saver.place(staged.file, as: FavoritesRecord.file, in: root)
            files.record.remember(record, as: try staged.file.file.status())
        case .copy(let copy):
            files.isCopyFlushed = false
            try saver.place(staged.file, as: FavoritesRecord.file, in: root.makeFolder(Tree.own))
            files.copy.remember(copy, as: try staged.file.file.status())
        }
    }

    package func flushNames() throws {
        try Saver.flush([], [root, root.makeFolder(Tree.own)])
        files.isCopyFlushed = true
    }

    /// The record's text, cached because up to three files in a row hold it.
    private func json(of record: FavoritesRecord) throws -> [UInt8] {
        if let encoded, encoded.record == record { return encoded.json }
        let json = try FavoritesText.json(of: record)
        encoded = (record, json)
        return json
    }

    package func marker() throws -> Marker? { try markerFile.marker() }
    package func replaceMarker() throws { try markerFile.replace() }
    package func writeMarker(_ sum: String) throws { try markerFile.write(sum) }
    package func flushMarker(beside copy: Staged?) throws { try markerFile.flush(beside: copy?.file.file) }

    // MARK: - Giving links back

    /// Makes links for favorites that have none, album by album, so that no more files are open than there must be.
    package func giveBack(_ lost: [Favorite]) throws {
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
            let album = try album(path)
            for (name, day) in links {
                let file = facts.file(day)
                let isMade = try album.map { try FavoriteLink.make(name, to: day, file: file, in: $0, album: path) }
                // The top takes a link whose album cannot be, or has another entry of its name.
                if isMade != true {
                    try FavoriteLink.makeFree(name, to: day, file: file, in: favorites, album: "")
                }
            }
            try album?.sync()
        }
        try favorites.sync()
    }

    /// The album, made where it is missing; `nil` where none can be, and for the top.
    private func album(_ path: FilePath) throws(FolderError) -> Folder? {
        guard (try? Album(path: path)) != nil else { return nil }
        do {
            return try favorites.makeFolder(path)
        } catch .notFolder, .symlink, .outside, .notFile {
            return nil
        }
    }
}

/// The two files that remember favorites, as they were last read or written.
struct FavoritesFiles {
    var record = KnownFile<StoredFavorites>()
    var copy = KnownFile<KeptFavorites?>()
    /// Whether the copy's name is durable. Another process may have left one that is not.
    var isCopyFlushed = false

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
        // Another change may have the same time as this one. Two changes in one tick of a fine clock are our own.
        let mayHideAnother = FileStatus.isCoarse(status.changed) && !FileStatus.isOver(status.changed)
        if let last, last.status == status, !mayHideAnother {
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
}
