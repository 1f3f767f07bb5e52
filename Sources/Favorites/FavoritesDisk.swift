package import Days
package import Folder
internal import Hashing
package import MirrorTree

/// Carries the steps of a ``Reconciliation`` out on the real folder.
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
    /// Albums that changed since they were last flushed.
    var unflushed: [FilePath] = []
    /// The record that lay there, and the days that differ in the new one; `nil` where they are not known.
    var changed: (since: FavoritesRecord?, days: Set<Day>)?

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
        for path in unflushed {
            try favorites.album(path)?.sync()
        }
    }

    package func keep(_ days: Set<Day>) throws {
        _ = try vault?.keep(days)
    }

    package func setAsideDamaged() throws {
        _ = try root.move(FavoritesRecord.file, to: root.freeName("favorites damaged.json"))
    }

    package func replaceMarker() throws { try markerFile.replace() }

    package func write(_ record: FavoritesRecord) throws -> String {
        let json = try json(of: record)
        let status = try saver.save(json, as: FavoritesRecord.file, in: root)
        let sum = SHA256.hash(json)
        files.record.remember(.readable(record, sha256: sum), as: status)
        return sum
    }

    package func write(_ kept: KeptFavorites, isDurable: Bool) throws {
        let own = try root.makeFolder(Tree.own)
        let json = try kept.encoded(json(of: kept.record))
        files.copy.remember(
            kept, as: try saver.save(json, as: FavoritesRecord.file, in: own, isDurable ? .durable : .unflushed))
    }

    /// The record's text, cached because up to three files in a row hold it.
    private func json(of record: FavoritesRecord) throws -> [UInt8] {
        if let encoded, encoded.record == record { return encoded.json }
        let json = try files.text.json(of: record, changed: changed?.days, since: changed?.since)
        encoded = (record, json)
        return json
    }

    package func marker() throws -> Marker? { try markerFile.marker() }

    package func writeMarker(_ sum: String) throws { try markerFile.write(sum) }
}

// MARK: - Giving links back

extension FavoritesDisk {
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

/// The two files that remember favorites, as they were last read or written, and their text.
struct FavoritesFiles {
    var record = KnownFile<StoredFavorites>()
    var copy = KnownFile<KeptFavorites?>()
    var text = FavoritesText()

    /// Whether `favorites.json` is as this process left it.
    var isOurs: Bool { !record.wasRead }

    /// Reads the files that another process may have written.
    mutating func read(_ tree: Tree) throws -> (stored: StoredFavorites, kept: KeptFavorites?) {
        (try tree.storedFavorites(&record), try tree.keptFavorites(&copy))
    }
}
