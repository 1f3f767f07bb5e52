internal import Days
internal import Folder
internal import MirrorTree

/// Brings a whole month that was dragged into `favorites/` back to its place, with its metadata and its page. An album
/// of links to all its pictures takes its place.
///
/// Where a group shares the mirror no month comes back as a whole: its members may write into `favorites/`, and what they made
/// of a month would become the mirror's. There it stays an album, whose pictures are judged singly.
///
/// The album is made under a hidden name and exchanged for the month, so that no picture is ever without a name. After a
/// crash in between, the next scan finds the month under the hidden name, or the album, and ``finish(_:)`` goes on.
struct DraggedMonth {
    let favorites: Folder
    let root: Folder

    /// Returns whether the month is in its place again. A copy, whose month still stands there, is left alone, and so
    /// is a month that a user has renamed to another.
    func bringBack(_ path: FilePath) throws -> Bool {
        do {
            return try exchangeForAlbum(path)
        } catch let error as FolderError where !error.isDiskFull {
            // A user has closed the album, or the year; the pass goes on.
            return false
        }
    }

    private func exchangeForAlbum(_ path: FilePath) throws -> Bool {
        let name = path.name.description
        guard let above = try favorites.album(path.album), let month = try above.folderOnThisMount(path.name),
            try isReturnable(month, as: name)
        else { return false }
        let hidden = Leftover.name(for: path.name)
        let album = try above.makeFolder(hidden)
        for entry in try month.entries() where entry.kind == .file {
            guard let day = Listing.day(of: entry.name), day.month == name else { continue }
            _ = try FavoriteLink.make(entry.name, to: day, file: entry.name, in: album, album: path)
        }
        try album.sync()
        // A disk may refuse to exchange names: the album gets its name when the month has gone from there.
        let isExchanged = try above.exchange(visible: path.name, hidden: hidden)
        guard try place(isExchanged ? hidden : path.name, name, from: above) else { return false }
        if !isExchanged { _ = try above.move(hidden, to: path.name, in: above) }
        return true
    }

    /// Finishes a return that was cut short, from what it has left: the month, or the album of links that was to take its
    /// place, which is made again. Returns `false` for any other folder.
    func finish(_ path: FilePath) throws -> Bool {
        guard let above = try favorites.album(path.album), let folder = try above.folderOnThisMount(path.name) else {
            return false
        }
        let entries = try folder.entries()
        if let month = try month(in: folder), FavoritesSurvey.isMonth(FilePath(month), holding: entries),
            try isReturnable(folder, as: month)
        {
            return try place(path.name, month, from: above)
        }
        guard entries.allSatisfy({ $0.kind == .symlink }) else { return false }
        for entry in entries { try folder.remove(entry.name) }
        return above.removeEmptyFolder(path.name)
    }

    /// Whether the folder is a month that the mirror lacks. Of another user's making it may be where a group shared the
    /// mirror until now.
    private func isReturnable(_ folder: Folder, as name: String) throws -> Bool {
        guard try month(in: folder) == name, try root.folder(Tree.monthPath(name)) == nil else { return false }
        let owner = try root.status().owner
        return try [folder, folder.folderOnThisMount("metadata")].allSatisfy { try $0?.status().owner == owner }
    }

    private func place(_ name: FilePath, _ month: String, from above: Folder) throws -> Bool {
        let path = Tree.monthPath(month)
        let year = try root.makeFolder(path.album)
        guard try above.move(name, to: path.name, in: year) else { return false }
        try year.sync()
        try above.sync()
        return true
    }

    /// The month that all days in the folder are of; `nil` where they are of several, or there are none.
    private func month(in folder: Folder) throws -> String? {
        let names = try folder.entries() + (folder.folderOnThisMount("metadata")?.entries() ?? [])
        let months = Set(names.compactMap { PictureName.day(of: $0.name)?.month })
        return months.count == 1 ? months.first : nil
    }
}
