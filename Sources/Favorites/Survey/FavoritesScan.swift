package import Days
package import Folder
internal import MirrorTree

/// The contents of `favorites/` as one scan of all its names found them, and what each means.
package struct FavoritesScan: Sendable {
    /// Every link, shortcut and file that means a day, by its path below `favorites/`.
    package var links: [FilePath: Day] = [:]
    /// Entries that mean a day, but are not, or may not be, a link to its picture under a name of its own.
    var entries: [FavoritesEntry] = []
    /// Entries that are no favorites, and why. Hidden and unfinished files are left out.
    var refused: [FilePath: Refusal] = [:]
    /// Days that an entry means and that can be no favorites now: a further link would help none of them.
    var refusedDays: Set<Day> = []
    /// Albums that were not entered because something is mounted there, and what could not be listed or read: what is
    /// recorded at or below these paths stays as it is.
    var obscured: Set<FilePath> = []
    /// Albums that could not be listed and links that could not be read.
    var unread: Set<FilePath> = []
    /// Real albums, the top one included, as each was before it was listed.
    var albums: [FilePath: FileStatus] = [:]
    /// Albums that are whole months of the mirror's.
    var months: Set<FilePath> = []
    /// Names that a tidying was working on when it was cut short.
    var leftovers: Set<FilePath> = []
    private var began = FileStatus.clock

    init() {}

    /// Scans the folder.
    package init(
        of favorites: Folder, _ facts: MirrorFacts, _ reading: LinkReading, remembering files: inout FileMemory
    ) throws(FolderError) {
        self = try FavoritesSurvey(of: favorites, EntryReading(facts: facts, reading: reading), remembering: &files)
            .scan
    }

    /// Whether every album could be listed and every link be read.
    var isComplete: Bool { unread.isEmpty }

    /// Whether no album changed since the scan began: what was found lay there at one moment.
    func isSnapshot(of favorites: Folder) -> Bool {
        albums.allSatisfy { path, album in
            isSettled(album) && (try? favorites.album(path)?.status().changed) == album.changed
        }
    }

    /// The albums whose last change is known, with its time: one in the tick in which the scan began may be followed by
    /// another of the same time.
    func settledAlbums() -> [FilePath: Int64] {
        albums.filter { isSettled($0.value) }.mapValues(\.changed)
    }

    /// The time after which the last change of each album is known; `nil` where it is now.
    var rest: Duration? {
        albums.values.filter { !isSettled($0) }.map { .nanoseconds(Int64(FileStatus.tick(of: $0.changed))) }.max()
    }

    private func isSettled(_ album: FileStatus) -> Bool { FileStatus.isOver(album.changed, at: began) }

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
        /// Other bytes under the day's name: the owner's, and left as they are.
        case other
    }
}
