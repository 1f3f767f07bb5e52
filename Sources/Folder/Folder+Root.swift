internal import Glibc

extension Folder {
    /// Opens a folder by a path the owner chose, made with its parents where it is missing; each new one is durable.
    public static func make(_ path: String) throws(FolderError) -> Folder {
        if let existing = try open(path) { return existing }
        let parent = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
        if !parent.isEmpty { _ = try make(parent) }
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw FolderError("create", path, errno) }
        // The sync is best effort: a parent may let us make folders in it and not open it.
        try? open(parent.isEmpty ? (path.utf8.first == UInt8(ascii: "/") ? "/" : ".") : parent)?.sync()
        guard let folder = try open(path) else { throw FolderError("create", path, ENOENT) }
        return folder
    }
}
