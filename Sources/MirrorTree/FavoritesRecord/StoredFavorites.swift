/// `favorites.json` as it lies there.
package enum StoredFavorites: Equatable, Sendable {
    case missing
    case readable(FavoritesRecord, sha256: String)
    /// It cannot be understood; it is kept aside before another is written.
    case damaged

    package var record: FavoritesRecord? {
        guard case .readable(let record, _) = self else { return nil }
        return record
    }
}
