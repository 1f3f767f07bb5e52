package import Folder

/// Paths below `favorites/`.
extension FilePath {
    /// The album that a path lies in; empty at the top.
    package var album: FilePath { parent ?? "" }

    /// As JSON can hold it.
    package var recorded: FilePath {
        // Most names are plain, and to ask a text whether it is one takes making it.
        if bytes.allSatisfy({ $0 < 0x80 }) { return self }
        return text == nil ? FilePath(description) : self
    }

    /// Whether it is in the album, at any depth. All of it lies in the empty one.
    package func lies(in album: FilePath) -> Bool {
        if album.bytes.isEmpty { return true }
        return bytes.count > album.bytes.count && bytes[album.bytes.count] == UInt8(ascii: "/")
            && bytes.starts(with: album.bytes)
    }
}

extension Folder {
    /// The album at a path below this folder, which is `favorites/`; itself for the empty path.
    package func album(_ path: FilePath) throws(FolderError) -> Folder? {
        path.bytes.isEmpty ? self : try folderOnThisMount(path)
    }
}
