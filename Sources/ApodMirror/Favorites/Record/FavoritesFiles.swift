/// The two files that remember favorites, as they were last read or written, and their text.
struct FavoritesFiles {
    var stored = KnownFile<StoredFavorites>()
    var kept = KnownFile<KeptFavorites?>()
    var text = FavoritesText()
}
