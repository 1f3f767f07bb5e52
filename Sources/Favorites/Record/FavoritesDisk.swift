package import Days
package import Folder
internal import Hashing
package import MirrorTree

/// Carries the steps of a ``Reconciliation`` out on the real folder.
///
/// The folder and its marker are opened before the scan and used until the end, so that everything lands in the folder
/// that was scanned or nowhere.
package final class FavoritesDisk: FavoritesGround {
    private let root: Folder
    package let favorites: Folder
    private let saver: Saver
    let facts: MirrorFacts
    private let vault: VaultKeeper?
    private var markerFile: MarkerFile
    private(set) var files: FavoritesFiles
    private var encoded: (record: FavoritesRecord, json: [ArraySlice<UInt8>])?
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
        let json = json(of: record)
        let status = try saver.save(json, as: FavoritesRecord.file, in: root)
        let sum = SHA256.hash(json)
        files.record.note(.readable(record, sha256: sum), as: status)
        return sum
    }

    package func write(_ kept: KeptFavorites, isDurable: Bool) throws {
        let own = try root.makeFolder(Tree.own)
        let json = try kept.encoded(json(of: kept.record))
        files.copy.note(
            kept, as: try saver.save(json, as: FavoritesRecord.file, in: own, isDurable ? .durable : .unflushed))
    }

    /// The record's text, cached because up to three files in a row hold it.
    private func json(of record: FavoritesRecord) -> [ArraySlice<UInt8>] {
        if let encoded, encoded.record == record { return encoded.json }
        let json = files.text.json(of: record, changed: changed?.days, since: changed?.since)
        encoded = (record, json)
        return json
    }

    package func marker() throws -> Marker? { try markerFile.marker() }

    package func writeMarker(_ sum: String) throws { try markerFile.write(sum) }
}
