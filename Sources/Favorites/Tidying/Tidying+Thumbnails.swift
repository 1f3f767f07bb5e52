internal import Folder
internal import Pages

extension Tidying {
    /// Whether a file that is called like a thumbnail has the bytes of the thumbnail in its place, so that nothing is
    /// lost with the file. An empty place is filled by the thumbnailer first: nothing else makes a thumbnail.
    mutating func isThumbnail(
        _ size: ThumbnailSize, _ entry: FavoritesEntry, _ status: FileStatus, in album: Folder
    ) throws -> Bool {
        guard let file = try album.open(entry.path.name), try file.status() == status else { return false }
        guard let standing = try root.open(size.path(entry.day)) else {
            takenThumbnails[entry.path] = entry.day
            return false
        }
        return try file.hasBytes(of: standing)
    }
}

extension OpenFile {
    /// Whether two small files have the same bytes.
    fileprivate func hasBytes(of other: OpenFile) throws -> Bool {
        let (own, theirs) = (try status(), try other.status())
        if own.identity == theirs.identity { return true }
        guard own.bytes == theirs.bytes else { return false }
        return try read(Int(own.bytes), at: 0) == other.read(Int(own.bytes), at: 0)
    }
}
