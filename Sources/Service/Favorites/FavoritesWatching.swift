/// How changes in `favorites/` are noticed.
package enum FavoritesWatching: Equatable, Sendable {
    case byEvents
    /// The file system sends no events, so the folder is scanned at intervals.
    case byLooking
    /// The watch cannot be had for now, with the reason.
    case blind(String)
}
