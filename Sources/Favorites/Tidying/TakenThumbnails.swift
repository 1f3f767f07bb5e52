internal import Days
internal import Folder
internal import MirrorTree

/// Files in `favorites/` that are called like thumbnails whose own places are empty. Each is compared again once its
/// thumbnail may have been made anew, ever less often and within a minute: where none are made it stays as it is.
struct TakenThumbnails {
    private struct Waiting {
        var looks: Int
        var next: Duration
    }

    private var waiting: [FilePath: Waiting] = [:]

    /// Takes what a pass found among the entries that it tidied; returns the days whose thumbnails are to be made.
    ///
    /// - Parameter inventory: The contents of `favorites/`; a file that is gone is waited for no more.
    mutating func update(
        _ found: [FilePath: Day], of tidied: some Sequence<FavoritesEntry>, _ inventory: FavoritesInventory,
        now: Duration
    ) -> Set<Day> {
        waiting = waiting.filter { inventory.links[$0.key.recorded] != nil }
        for entry in tidied where found[entry.path] == nil { waiting[entry.path] = nil }
        for path in found.keys {
            let looks = (waiting[path]?.looks ?? 0) + 1
            waiting[path] = Waiting(looks: looks, next: now + .seconds(1 << min(looks, Self.mostLooks)))
        }
        return Set(found.keys.compactMap { isDue($0) ? found[$0] : nil })
    }

    /// The names that are due next, and when; `nil` when none is.
    func next(after now: Duration) -> (names: Set<FilePath>, wait: Duration)? {
        let due = waiting.filter { isDue($0.key) }
        guard let first = due.values.map(\.next).min() else { return nil }
        return (Set(due.keys), max(.zero, first - now))
    }

    private func isDue(_ path: FilePath) -> Bool {
        waiting[path].map { $0.looks <= Self.mostLooks } ?? false
    }

    private static let mostLooks = 5
}
