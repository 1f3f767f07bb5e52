package import Days
package import Folder
internal import MirrorTree

/// The known contents of `favorites/`, from one scan to the next.
package struct FavoritesInventory {
    /// Every link, shortcut and file that means a day, by the path it is recorded under.
    package var links: [FilePath: Day] = [:]
    /// Entries that are no favorites, and why. Hidden and unfinished files are left out.
    var refused: [FilePath: Refusal] = [:]
    /// Days that refused entries mean.
    var refusedDays: [FilePath: Day] = [:]
    /// Paths where the favorite that is recorded there cannot be seen: see ``FavoritesScan/obscured``.
    var obscured: Set<FilePath> = []
    /// Albums that could not be listed and links that could not be read.
    var unread: Set<FilePath> = []
    /// Real albums, the top one included.
    var albums: [FilePath: FileStatus.Identity] = [:]
    /// Links that mean what another entry means, and the path of that entry.
    var chained: [FilePath: (to: FilePath, target: FilePath)] = [:]
    /// Regular files, whose meaning depends on the pictures that the mirror has.
    var files: Set<FilePath> = []
    /// Names that a tidying was working on when it was cut short.
    var leftovers: Set<FilePath> = []

    var scan: FavoritesScan {
        FavoritesScan(
            links: links, obscured: obscured, refusedDays: Set(refusedDays.values), isComplete: unread.isEmpty)
    }

    /// Entries whose meaning may change with the mirror's days and pictures, or with another entry.
    var dependents: Set<FilePath> {
        files.union(refused.keys).union(chained.keys)
    }

    /// Forgets all that is known of a path, and of everything below it if it was an album's.
    mutating func forget(_ path: FilePath) {
        if albums[path] != nil { forgetBelow(path) }
        links[path.recorded] = nil
        obscured.remove(path.recorded)
        refused[path] = nil
        refusedDays[path] = nil
        unread.remove(path)
        albums[path] = nil
        chained[path] = nil
        files.remove(path)
        leftovers.remove(path)
    }

    private mutating func forgetBelow(_ album: FilePath) {
        func isKept(_ path: FilePath) -> Bool { !path.lies(in: album) }
        let recorded = album.recorded
        links = links.filter { !$0.key.lies(in: recorded) }
        obscured = obscured.filter { !$0.lies(in: recorded) }
        refused = refused.filter { isKept($0.key) }
        refusedDays = refusedDays.filter { isKept($0.key) }
        unread = unread.filter(isKept)
        albums = albums.filter { isKept($0.key) }
        chained = chained.filter { isKept($0.key) }
        files = files.filter(isKept)
        leftovers = leftovers.filter(isKept)
    }
}
