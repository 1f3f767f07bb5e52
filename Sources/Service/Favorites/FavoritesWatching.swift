/// How changes in `favorites/` are noticed.
package enum FavoritesWatching: Equatable, Sendable {
    case byEvents
    /// Where the file system tells of none.
    case byLooking
    /// Where it would, and cannot now: why.
    case blind(String)
}
