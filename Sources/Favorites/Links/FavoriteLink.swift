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

    /// Whether a link says what ``target(from:to:file:)`` would, for a file that is called like the link. Thousands of
    /// links are checked, so no target is made for it.
    static func isTidy(_ target: FilePath, at link: FilePath, to day: Day) -> Bool {
        var (rest, name) = (target.bytes[...], link.bytes[...])
        let up: StaticString = "../"
        while true {
            guard rest.prefix(3).is(up) else { return false }
            rest = rest.dropFirst(3)
            guard let slash = name.firstIndex(of: UInt8(ascii: "/")) else { break }
            name = name[(slash + 1)...]
        }
        guard rest.count == name.count + 13, rest.suffix(name.count) == name else { return false }
        return rest.prefix(13).elementsEqual("\(day.year)/\(day.month)/".utf8)
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

    /// Makes the link or shortcut under a free name, which is returned.
    static func makeFree(
        _ name: FilePath, to day: Day, file: FilePath?, in folder: Folder, album: FilePath
    ) throws(FolderError) -> FilePath {
        let target = target(from: album, to: day, file: file)
        do {
            while true {
                let free = try folder.freeName(name)
                if try folder.symlink(target, as: free) { return free }
            }
        } catch .noLinks {
            let name = FavoriteShortcut.name(for: name)
            if try FavoriteShortcut.stands(name, for: day, in: folder) { return name }
            while true {
                let free = try folder.freeName(name)
                if try FavoriteShortcut.make(free, for: day, in: folder) { return free }
            }
        }
    }

    /// Whether a link can have the name, with room for a number behind it.
    static func isUsable(_ name: FilePath) -> Bool {
        Album.takes(name) && !EntryName(name).isNoise && name.bytes.count <= 240
    }
}
