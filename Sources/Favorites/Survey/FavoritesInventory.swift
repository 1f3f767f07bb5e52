package import Days
package import Folder
internal import MirrorTree
internal import Pages

/// The known contents of `favorites/`, from one scan to the next.
package struct FavoritesInventory {
    /// Every link, shortcut and file that means a day, by its path.
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
        links[path] = nil
        obscured.remove(path)
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
        links = links.filter { isKept($0.key) }
        obscured = obscured.filter(isKept)
        refused = refused.filter { isKept($0.key) }
        refusedDays = refusedDays.filter { isKept($0.key) }
        unread = unread.filter(isKept)
        albums = albums.filter { isKept($0.key) }
        chained = chained.filter { isKept($0.key) }
        files = files.filter(isKept)
        leftovers = leftovers.filter(isKept)
    }
}

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

/// An entry of `favorites/` that means a day.
struct FavoritesEntry: Hashable, Sendable {
    /// The path with the very bytes that lie on the disk.
    let path: FilePath
    let day: Day
    let form: Form

    enum Form: Hashable, Sendable {
        case link(to: FilePath)
        /// A file with the very bytes of the day's picture.
        case picture(FileStatus)
        /// A small file that stands for a link.
        case shortcut(FileStatus)
        /// A file that is called like one of the day's thumbnails.
        case thumbnail(ThumbnailSize, FileStatus)
        /// Other bytes under the day's name: the owner's, and left as they are.
        case other
    }
}
