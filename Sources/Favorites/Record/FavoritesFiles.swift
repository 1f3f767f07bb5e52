internal import MirrorTree

/// The two files that remember favorites, as they were last read or written, and their text.
struct FavoritesFiles {
    var record = KnownFile<StoredFavorites>()
    var copy = KnownFile<KeptFavorites?>()
    var text = FavoritesText()

    /// Whether `favorites.json` is as this process left it.
    var isOurs: Bool { !record.wasRead }

    /// Reads the files that another process may have written.
    mutating func look(_ tree: Tree) throws -> (stored: StoredFavorites, kept: KeptFavorites?) {
        (try tree.storedFavorites(&record), try tree.keptFavorites(&copy))
    }
}
