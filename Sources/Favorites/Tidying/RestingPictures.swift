internal import Folder

/// Pictures that came into `favorites/` a moment ago, and since when each is known.
struct RestingPictures {
    private var since: [FavoritesEntry: Duration] = [:]

    /// Those of the entries, and of the ones that rested before, that are to be tidied now, and the time until the next
    /// of the others is.
    ///
    /// - Parameter isAll: Whether the entries are all that there are, so that one that is not among them is gone, and one
    ///   that is new did not come just now.
    mutating func rested(
        among found: [FavoritesEntry], isAll: Bool, for time: Duration, at now: Duration
    ) -> (entries: [FavoritesEntry], next: Duration?) {
        let former = since
        since = [:]
        let before = isAll ? [] : Set(former.keys).subtracting(found)
        // Album by album, as they are tidied.
        let entries = (before.sorted { $0.path.description < $1.path.description } + found).filter { entry in
            guard case .picture = entry.form, let came = former[entry] ?? (isAll ? nil : now), now - came < time else {
                return true
            }
            since[entry] = came
            return false
        }
        return (entries, since.values.min().map { $0 + time - now })
    }
}
