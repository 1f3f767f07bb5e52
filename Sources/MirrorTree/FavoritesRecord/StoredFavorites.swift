/// `favorites.json` as it lies on the disk.
package enum StoredFavorites: Equatable, Sendable {
    case missing
    case readable(FavoritesRecord, sha256: String)
    /// The file cannot be understood; it is kept aside before another is written.
    case damaged

    package var record: FavoritesRecord? {
        guard case .readable(let record, _) = self else { return nil }
        return record
    }
}
