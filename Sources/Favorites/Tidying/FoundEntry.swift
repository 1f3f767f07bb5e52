internal import Folder

/// The entry that stands under a name at this moment.
struct FoundEntry {
    let name: FilePath
    let album: Folder

    init(_ name: FilePath, _ album: Folder) {
        self.name = name
        self.album = album
    }

    func isLink(to target: FilePath) throws(FolderError) -> Bool {
        try album.linkTarget(name) == target
    }

    /// Whether the file is the verified one, not written to since. Its ctime may differ: an exchange changes it.
    func isFile(_ status: FileStatus) throws(FolderError) -> Bool {
        guard let found = try album.status(name) else { return false }
        return found.identity == status.identity && found.bytes == status.bytes && found.written == status.written
    }
}
