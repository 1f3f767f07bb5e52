package import Days
internal import Folder
package import MirrorTree

/// The small file that stands for a link on a disk that has none: vfat, exFAT, many a network share.
///
/// Disks without links are carried between machines, so the path that leads to the picture is not known: neither `.url` nor
/// `.desktop` can say "beside me". NASA's page of the day is the same everywhere. Windows, macOS and Dolphin show the
/// page of a `.url` file; GNOME and Windows open no `.desktop` file. Its name still finds the picture beside the
/// shortcut.
enum FavoriteShortcut {
    private static let suffix = ".url"

    /// The link's name with the shortcut's suffix.
    static func name(for link: FilePath) -> FilePath {
        let text = link.description
        let dot = text.lastIndex(of: ".") ?? text.endIndex
        // A dot may also be a title's, or an album's.
        let isSuffix = Listing.day(of: link.name) != nil || text.hasSuffix(suffix)
        return FilePath((isSuffix ? text[..<dot] : text[...]) + suffix)
    }

    static func isName(_ link: FilePath) -> Bool { link.description.hasSuffix(suffix) }

    static func bytes(_ day: Day) -> [UInt8] {
        Array("[InternetShortcut]\r\nURL=https://science.nasa.gov/apod/\(day.sixDigits)\r\n".utf8)
    }

    /// Whether the file is one of our shortcuts, for that day: then it may be removed as a link may.
    static func stands(_ name: FilePath, for day: Day, in album: Folder) throws(FolderError) -> Bool {
        let bytes = bytes(day)
        guard let status = try album.status(name), status.kind == .file, status.bytes == bytes.count else {
            return false
        }
        return try album.read(name) == bytes
    }

    /// Makes a shortcut, durable once the album is synced; `false` when the name is taken by something else.
    static func make(_ name: FilePath, for day: Day, in album: Folder) throws(FolderError) -> Bool {
        guard let file = try album.createNew(name) else { return try stands(name, for: day, in: album) }
        do {
            try file.write(bytes(day))
            try file.flush()
        } catch {
            try? album.remove(name)
            throw error
        }
        return true
    }
}

extension FavoritesRecord {
    /// Whether shortcuts stand for links of these days, and for no others yet: a command explains shortcuts once.
    package func hasShortcuts(onlyOf days: Set<Day>) -> Bool {
        let all = Array(favorites.values) + Array(removed.values)
        let found = all.filter { $0.links.contains(where: FavoriteShortcut.isName) }
        return !found.isEmpty && found.allSatisfy { days.contains($0.date) }
    }
}
