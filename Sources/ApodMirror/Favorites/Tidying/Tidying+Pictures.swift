internal import Folder
internal import Glibc

extension Tidying {
    /// Sees to it that a verified picture stands in its month, too.
    mutating func putBack(
        _ entry: FavoritesEntry, _ status: FileStatus, in album: Folder
    ) throws -> Bool {
        guard let metadata = facts.metadata(entry.day), let name = metadata.visibleName else { return false }
        let month = try root.makeFolder(Tree.monthPath(entry.day))
        if let standing = try month.status(FilePath(name)) {
            if standing.identity == status.identity { return true }
            // Of two the damaged one may be the month's.
            guard let picture = try? month.open(FilePath(name)) else { return false }
            return facts.isPicture(picture, of: entry.day)
        }
        guard let file = try album.open(entry.path.name), try file.status() == status else { return false }
        // What another user owns they could still write to.
        if status.owner == geteuid(), try month.link(file, as: FilePath(name)) {
            try file.adopt(into: month)
            try month.sync()
        } else {
            try saver.save(copyOf: file, as: FilePath(name), in: month)
            guard let copy = try month.open(FilePath(name)) else { return false }
            // Its owner may have written to it meanwhile.
            guard facts.isPicture(copy, of: entry.day) else {
                try month.remove(FilePath(name))
                return false
            }
            metadata.describe(copy)
        }
        returned.append((entry.day, name))
        return true
    }
}
