internal import Days
internal import Folder

/// The contents of `favorites/` when it was listed, as far as they mean days.
struct FavoritesScan: Equatable, Sendable {
    /// Every link, shortcut and file that means a day, by its path below `favorites/`.
    var links: [FilePath: Day] = [:]
    /// Albums that were not entered because something is mounted there, and entries that could not be read: what is
    /// recorded at or below these paths stays as it is.
    var obscured: Set<FilePath> = []
    /// Days that an entry means and that can be no favorites now: a further link would help none of them.
    var refusedDays: Set<Day> = []
    /// Whether every album could be listed and every link be read.
    var isComplete = true

    /// Whether the scan says nothing about a path.
    func obscures(_ path: FilePath) -> Bool {
        guard !obscured.isEmpty else { return false }
        var above: FilePath? = path
        while let current = above {
            if obscured.contains(current) { return true }
            above = current.parent
        }
        return false
    }
}
