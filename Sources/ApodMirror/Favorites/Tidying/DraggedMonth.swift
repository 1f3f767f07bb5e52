internal import Days
internal import Folder

/// Brings a whole month back that was dragged into `favorites/`: with its metadata and its page, where it was. An album of
/// links to all its pictures takes its place.
///
/// The album is made under a hidden name and exchanged for the month, so that no picture is ever without a name. Cut
/// short in between, the next start finds the month under the hidden name, and goes on.
struct DraggedMonth {
    let favorites: Folder
    let root: Folder

    /// Whether a folder with such entries is a month of the mirror's, by its own name or the hidden one of a return.
    static func isMonth(_ name: FilePath, holding entries: [Folder.Entry]) -> Bool {
        Day("\(name)-01") != nil && entries.contains { $0.name == "metadata" && $0.kind == .folder }
    }

    /// Whether it is where it was. One that stands there already, as that of a copy does, is left alone.
    func bringBack(_ path: FilePath) throws -> Bool {
        let name = path.name.description
        guard let above = try favorites.album(path.album), try root.folder(Tree.monthPath(name)) == nil,
            let month = try above.folderOnThisMount(path.name)
        else { return false }
        let hidden = Leftover.name(for: path.name)
        let album = try above.makeFolder(hidden)
        for entry in try month.entries() where entry.kind == .file {
            guard let day = Listing.day(of: entry.name), day.month == name else { continue }
            _ = try FavoriteLink.make(entry.name, to: day, file: entry.name, in: album, album: path)
        }
        try album.sync()
        guard try above.exchange(visible: path.name, hidden: hidden) else {
            // Where nothing can be exchanged, a month without an album is better than a mirror without the month.
            return try place(path.name, name, from: above)
        }
        return try place(hidden, name, from: above)
    }

    /// The second half, for what a return that was cut short has left: the month, or the album that was to take its place.
    func finish(_ path: FilePath) throws -> Bool {
        guard let above = try favorites.album(path.album), let folder = try above.folderOnThisMount(path.name) else {
            return false
        }
        let entries = try folder.entries()
        let months = Set(entries.compactMap { Listing.day(of: $0.name)?.month })
        guard months.count == 1, let month = months.first, DraggedMonth.isMonth(FilePath(month), holding: entries),
            try root.folder(Tree.monthPath(month)) == nil
        else {
            // Nothing but links: they are made again.
            guard entries.allSatisfy({ $0.kind == .symlink }) else { return false }
            for entry in entries { try folder.remove(entry.name) }
            return above.removeEmptyFolder(path.name)
        }
        return try place(path.name, month, from: above)
    }

    private func place(_ name: FilePath, _ month: String, from above: Folder) throws -> Bool {
        let path = Tree.monthPath(month)
        let year = try root.makeFolder(path.album)
        guard try above.move(name, to: path.name, in: year) else { return false }
        try year.sync()
        try above.sync()
        return true
    }
}
