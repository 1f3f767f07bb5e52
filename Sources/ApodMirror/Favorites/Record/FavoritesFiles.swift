internal import Folder

/// The two files that remember favorites, as they were last read or written, and their text.
struct FavoritesFiles {
    private var knownRecord = KnownFile<StoredFavorites>()
    private var knownCopy = KnownFile<KeptFavorites?>()
    private(set) var stored = StoredFavorites.missing
    private(set) var kept: KeptFavorites?
    var text = FavoritesText()

    /// Whether `favorites.json` is as this process left it.
    var isOurs: Bool { !knownRecord.wasRead }

    mutating func look(_ tree: Tree) throws {
        stored = try tree.storedFavorites(&knownRecord)
        kept = try tree.keptFavorites(&knownCopy)
    }

    mutating func noteWritten(_ record: FavoritesRecord, sha256: String, as status: FileStatus) {
        stored = .readable(record, sha256: sha256)
        knownRecord.note(stored, as: status)
    }

    mutating func noteWritten(_ kept: KeptFavorites, as status: FileStatus) {
        self.kept = kept
        knownCopy.note(kept, as: status)
    }
}
