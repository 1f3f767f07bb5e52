internal import Days
internal import Folder
package import MirrorTree

extension FavoritesDisk {
    /// Makes links for favorites that have none, album by album, so that no more files are open than there must be.
    package func giveBack(_ lost: [Favorite]) throws {
        var places: [FilePath: [(name: FilePath, day: Day)]] = [:]
        for favorite in lost {
            let own = facts.file(favorite.date) ?? FilePath("\(favorite.date)")
            for link in favorite.links.isEmpty ? [own] : favorite.links.inOrder {
                // The recorded name may have been written by hand.
                let name = FavoriteLink.isUsable(link.name) ? link.name : own
                places[link.album, default: []].append((name, favorite.date))
            }
        }
        for (path, links) in places {
            guard !path.bytes.isEmpty, let album = try album(path) else {
                for link in links { try makeAtTop(link.name, link.day) }
                continue
            }
            for link in links {
                let isMade = try FavoriteLink.make(
                    link.name, to: link.day, file: facts.file(link.day), in: album, album: path)
                if !isMade { try makeAtTop(link.name, link.day) }
            }
            try album.sync()
        }
        try favorites.sync()
    }

    /// The album, made where it is missing; `nil` where none can be.
    private func album(_ path: FilePath) throws -> Folder? {
        guard (try? Album(path: path)) != nil else { return nil }
        do {
            return try favorites.makeFolder(path)
        } catch FolderError.notFolder, FolderError.symlink, FolderError.outside, FolderError.notFile {
            return nil
        }
    }

    /// Makes the link at the top, where its album cannot be or its name is taken.
    private func makeAtTop(_ name: FilePath, _ day: Day) throws(FolderError) {
        _ = try FavoriteLink.makeFree(name, to: day, file: facts.file(day), in: favorites, album: "")
    }
}
