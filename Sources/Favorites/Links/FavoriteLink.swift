internal import Days
internal import Folder
internal import MirrorTree

/// The one form that links in `favorites/` get: relative, so that the mirror can be moved, mounted elsewhere, shared.
enum FavoriteLink {
    /// The target of a link from an album, `""` being `favorites/` itself, to a day's file, or to where it would be.
    static func target(from album: FilePath, to day: Day, file: FilePath?) -> FilePath {
        let depth = album.bytes.isEmpty ? 0 : album.bytes.count { $0 == UInt8(ascii: "/") } + 1
        let up = String(repeating: "../", count: depth + 1)
        return FilePath(up + Tree.monthPath(day).description).appending(file ?? "\(day)")
    }

    /// The day of a link from `path` that has the form which ``target(from:to:file:)`` gives; `nil` of any other, which may
    /// mean the same. Thousands of links are read, nearly all of this form, so no path is taken apart for it.
    static func day(of target: FilePath, at path: FilePath) -> Day? {
        var rest = target.bytes[...]
        let up: StaticString = "../"
        for _ in 0...path.bytes.count(where: { $0 == UInt8(ascii: "/") }) {
            guard rest.prefix(3).is(up) else { return nil }
            rest = rest.dropFirst(3)
        }
        // 2026/2026-11/2026-11-20 Title.jpg
        let (start, name, slash) = (rest.startIndex, rest.dropFirst(13), UInt8(ascii: "/"))
        guard !name.isEmpty, rest.prefix(4) == name.prefix(4), rest[start + 4] == slash,
            rest[(start + 5)..<(start + 12)] == name.prefix(7), rest[start + 12] == slash, !name.contains(slash)
        else { return nil }
        return Day(name.prefix(10))
    }

    /// Makes the link, or a shortcut where the disk has no links; `false` when its name is taken.
    static func make(
        _ name: FilePath, to day: Day, file: FilePath?, in folder: Folder, album: FilePath
    ) throws(FolderError) -> Bool {
        do {
            return try folder.symlink(target(from: album, to: day, file: file), as: name)
        } catch .noLinks {
            return try FavoriteShortcut.make(FavoriteShortcut.name(for: name), for: day, in: folder)
        }
    }

    /// Makes the link or shortcut under that name, or with a number behind the name where it is taken.
    static func makeFree(
        _ name: FilePath, to day: Day, file: FilePath?, in folder: Folder, album: FilePath
    ) throws(FolderError) {
        let target = target(from: album, to: day, file: file)
        do {
            var isMade = false
            while !isMade { isMade = try folder.symlink(target, as: folder.freeName(name)) }
        } catch .noLinks {
            let name = FavoriteShortcut.name(for: name)
            var isMade = try FavoriteShortcut.stands(name, for: day, in: folder)
            while !isMade { isMade = try FavoriteShortcut.make(folder.freeName(name), for: day, in: folder) }
        }
    }

    /// Whether a link can have the name, with room for a number behind it.
    static func isUsable(_ name: FilePath) -> Bool {
        Album.takes(name) && !EntryName(name).isNoise && name.bytes.count <= 240
    }
}
