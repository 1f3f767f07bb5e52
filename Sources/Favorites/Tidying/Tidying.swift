internal import Days
internal import Folder
internal import MirrorTree

/// Gives entries of `favorites/` their one form: a relative link to the day's file.
///
/// No name is ever empty meanwhile, and nothing is destroyed that was not verified: the new link is made beside the
/// entry, both are exchanged, and the entry that came out is removed only if it is the one that was verified. Where
/// another entry came out, a user was quicker, and it gets its name back.
struct Tidying {
    let favorites: Folder
    let root: Folder
    let facts: MirrorFacts
    let saver: Saver
    let albums: [FilePath: FileStatus]
    /// Pictures that were put back into their months.
    var returned: Set<Day> = []
    /// Albums in which names came and went, in the order of the tidying.
    private(set) var changed: [FilePath] = []
    /// Entries that could not be tidied and are not tried again: each attempt leaves events that would cause the next.
    private(set) var untidy: [FilePath: UntidyEntry]
    /// The album of the entry at hand, and whether anything was changed there. Entries come album by album, so that one
    /// is open at a time: there may be more albums than files may be open.
    var open: (path: FilePath, folder: Folder, isChanged: Bool)?

    /// Tidies the entries. An entry that cannot be tidied stays as it is; a full disk ends all of the tidying.
    mutating func tidy(_ entries: some Sequence<FavoritesEntry>) throws {
        for entry in entries {
            untidy[entry.path] = nil
            do {
                try tidy(entry)
            } catch let error as FolderError where !error.isDiskFull {
                untidy[entry.path] = UntidyEntry(entry: entry, trouble: "\(error)")
            }
        }
        leaveAlbum()
    }

    private mutating func tidy(_ entry: FavoritesEntry) throws {
        guard let file = facts.file(entry.day) ?? facts.metadata(entry.day)?.visibleName.map({ FilePath($0) }) else {
            return
        }
        let target = FavoriteLink.target(from: entry.path.album, to: entry.day, file: file)
        switch entry.form {
        case .other: return
        case .link(let present):
            guard let album = try album(of: entry) else { return }
            let entry = try retitled(entry, as: file, in: album)
            if present != target {
                guard try replace(entry, by: target, in: album, if: { try album.linkTarget($0) == present }) else {
                    return
                }
            }
            try rename(entry.path.name, to: file, in: album)
        case .picture(let status):
            guard let album = try album(of: entry), try putBack(entry, status, in: album) else { return }
            _ = try replace(entry, by: target, in: album, if: { try album.isFile($0, status) })
        case .shortcut(let status):
            guard let album = try album(of: entry),
                try replace(entry, by: target, in: album, if: { try album.isFile($0, status) })
            else { return }
            try rename(entry.path.name, to: file, in: album, isText: entry.path.name.bytes.suffix(4).is(".txt"))
        }
    }

    /// A placeholder and what GNOME calls a text that was dropped are no names for a link to a picture.
    private mutating func rename(
        _ name: FilePath, to file: FilePath, in album: Folder, isText: Bool = false
    ) throws(FolderError) {
        guard name != file, isText || EntryName(name).isPlaceholder else { return }
        open?.isChanged = true
        _ = try album.move(name, to: album.freeName(file))
    }

    /// Gives a link that was called like its picture the picture's present name, where NASA gave it another title. This
    /// comes before the link's target changes, which alone tells that it was called so.
    private mutating func retitled(
        _ entry: FavoritesEntry, as file: FilePath, in album: Folder
    ) throws(FolderError) -> FavoritesEntry {
        let name = entry.path.name
        guard case .link(let present) = entry.form, name != file, present.name == name,
            PictureName.day(of: name) == entry.day, try album.linkTarget(name) == present
        else { return entry }
        let new = try album.freeName(file)
        guard try album.move(name, to: new) else { return entry }
        open?.isChanged = true
        let path = entry.path.album
        return FavoritesEntry(path: path.bytes.isEmpty ? new : path.appending(new), day: entry.day, form: entry.form)
    }

    /// The album the entry was found in; `nil` when another one stands there by now.
    private mutating func album(of entry: FavoritesEntry) throws(FolderError) -> Folder? {
        let path = entry.path.album
        if let open, open.path == path { return open.folder }
        leaveAlbum()
        guard let album = try favorites.album(path),
            try album.status().identity == albums[path]?.identity
        else { return nil }
        open = (path, album, isChanged: false)
        return album
    }

    /// Nothing is flushed: a link under either name is the same favorite, and an album that changed is flushed before
    /// anything is recorded of it.
    private mutating func leaveAlbum() {
        guard let left = open else { return }
        open = nil
        if left.isChanged { changed.append(left.path) }
    }

    // MARK: - The exchange

    /// Exchanges the entry for the new link; returns whether the link stands there now.
    ///
    /// - Parameter isVerified: Whether the entry is the one that stands under a name at this moment.
    private mutating func replace(
        _ entry: FavoritesEntry, by target: FilePath, in album: Folder, if isVerified: (FilePath) throws -> Bool
    ) throws -> Bool {
        let name = entry.path.name
        let temporary = Leftover.name(for: name)
        open?.isChanged = true
        do {
            guard try album.symlink(target, as: temporary) else { return false }
        } catch FolderError.noLinks {
            // The disk has no links, so the entry stays as its owner dropped it.
            untidy[entry.path] = UntidyEntry(entry: entry)
            return false
        }
        do {
            guard try album.exchange(visible: name, hidden: temporary) else {
                // Names cannot be exchanged everywhere (ntfs-3g, NFS): the new link still replaces a link, since all that
                // the old one says is known. Any other entry stays as it is.
                if case .link = entry.form, try isVerified(name) {
                    try album.rename(temporary, to: name, in: album)
                    return true
                }
                untidy[entry.path] = UntidyEntry(entry: entry)
                try album.remove(temporary)
                return false
            }
        } catch {
            // Nothing was exchanged: the temporary name still holds the new link.
            try? album.remove(temporary)
            throw error
        }
        if try isVerified(temporary) {
            try album.remove(temporary)
            return true
        }
        _ = try album.exchange(visible: name, hidden: temporary)
        if try album.linkTarget(temporary) == target { try album.remove(temporary) }
        return false
    }
}

extension Folder {
    /// Whether a file is the verified one, not written to since. Its ctime may differ: an exchange changes it.
    fileprivate func isFile(_ name: FilePath, _ status: FileStatus) throws(FolderError) -> Bool {
        guard let found = try self.status(name) else { return false }
        return found.identity == status.identity && found.bytes == status.bytes && found.written == status.written
    }
}

/// An entry of `favorites/` that stays as its owner left it, since it could not get another form.
struct UntidyEntry {
    let entry: FavoritesEntry
    /// The error, as a sentence; `nil` where the disk has no links or no exchange.
    var trouble: String?
}
