internal import Folder
internal import Settings

extension FolderTrust {
    /// Refuses a folder into which root is to write settings, where others could change them or put others in their place.
    static func checkRootsOwn(_ folder: Folder) throws {
        let root = FolderTrust()
        let isStrange =
            try root.stranger(folder.writeAccess(), isLast: true) ?? root.stranger(inside: folder.writeAccessInside())
        if isStrange != nil { throw UntrustedPath.settings(folder.path) }
    }
}
