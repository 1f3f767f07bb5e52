package import Folder

/// Paths below `favorites/`.
extension FilePath {
    /// The album that a path lies in; empty at the top.
    package var album: FilePath { parent ?? "" }

    /// The path in a form that JSON can hold.
    package var recorded: FilePath {
        // Most names are ASCII, and to check whether other bytes are a text takes making the text.
        if bytes.allSatisfy({ $0 < 0x80 }) { return self }
        return text == nil ? FilePath(description) : self
    }

    /// Whether the path lies in the album, at any depth. Every path lies in the empty one.
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
