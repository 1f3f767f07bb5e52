internal import Folder
internal import Glibc
internal import Pages

extension Tidying {
    /// Sees to it that a thumbnail that was dragged out of a page stands in its place, too, byte for byte.
    func putBack(
        thumbnail size: ThumbnailSize, _ entry: FavoritesEntry, _ status: FileStatus, in album: Folder
    ) throws -> Bool {
        guard let file = try album.open(entry.path.name), try file.status() == status else { return false }
        let place = size.path(entry.day)
        let shelf = try root.makeFolder(place.album)
        if let standing = try shelf.open(place.name) { return try file.hasBytes(of: standing) }
        // What another user owns they could still write to.
        if status.owner == geteuid(), try shelf.link(file, as: place.name) { return true }
        try saver.save(copyOf: file, as: place.name, in: shelf, .whole)
        guard let copy = try shelf.open(place.name) else { return false }
        return try file.hasBytes(of: copy)
    }
}

extension OpenFile {
    /// Whether two files say the same. For small ones.
    fileprivate func hasBytes(of other: OpenFile) throws -> Bool {
        let (own, theirs) = (try status(), try other.status())
        if own.identity == theirs.identity { return true }
        guard own.bytes == theirs.bytes else { return false }
        return try read(Int(own.bytes), at: 0) == other.read(Int(own.bytes), at: 0)
    }
}
