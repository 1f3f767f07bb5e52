internal import Folder
internal import Settings

/// Checks who can pass through the folders above the mirror.
enum Passage {
    /// The folders on the way to a path without symbolic links, from `/` on and with the path itself.
    static func folders(to path: String) -> [String] {
        var folders = ["/"]
        var way = ""
        for name in path.split(separator: "/") {
            way += "/" + name
            folders.append(way)
        }
        return folders
    }

    /// The folders above the mirror that a group's members cannot enter, as far as modes tell.
    static func closed(above path: String, to group: ShareGroup) -> [String] {
        folders(to: path).dropLast().filter { folder in
            guard let status = try? Folder.open(folder)?.status() else { return true }
            return !admits(group.number, mode: status.mode, folderGroup: status.group)
        }
    }

    static func admits(_ group: UInt32, mode: UInt32, folderGroup: UInt32) -> Bool {
        folderGroup == group ? mode & 0o010 != 0 : mode & 0o001 != 0
    }
}
