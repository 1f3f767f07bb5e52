internal import Folder

/// Paths below `favorites/`.
extension FilePath {
    /// The album that a path lies in; empty at the top.
    var album: FilePath { parent ?? "" }

    /// As JSON can hold it.
    var recorded: FilePath { text == nil ? FilePath(description) : self }
}

extension Folder {
    /// The album at a path below this folder, which is `favorites/`; itself for the empty path.
    func album(_ path: FilePath) throws(FolderError) -> Folder? {
        path.bytes.isEmpty ? self : try folderOnThisMount(path)
    }
}
