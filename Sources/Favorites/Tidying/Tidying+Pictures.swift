internal import Folder
internal import MirrorTree

extension Tidying {
    /// Puts a verified picture back into its month; returns whether the picture stands there.
    mutating func putBack(_ entry: FavoritesEntry, _ status: FileStatus, in album: Folder) throws -> Bool {
        guard let metadata = facts.metadata(entry.day), let name = metadata.visibleName else { return false }
        let month = try root.makeFolder(Tree.monthPath(entry.day))
        if let standing = try month.status(FilePath(name)) {
            if standing.identity == status.identity { return true }
            // The month's picture may be the damaged one of the two.
            guard let picture = try? month.open(FilePath(name)) else { return false }
            return facts.isPicture(picture, of: entry.day)
        }
        guard let file = try album.open(entry.path.name), try file.status() == status else { return false }
        // A file that another user may have open for writing could still become anything.
        if try file.isOursAlone, try month.link(file, as: FilePath(name)) {
            try file.adopt(into: month)
            try month.sync()
        } else {
            guard try place(copyOf: file, as: FilePath(name), in: month, metadata) else { return false }
        }
        returned.insert(entry.day)
        return true
    }

    /// Returns whether a copy with the picture's bytes got the name. The copy is verified before it is visible: the
    /// owner of the file may have written to it since it was read.
    private func place(
        copyOf file: OpenFile, as name: FilePath, in month: Folder, _ metadata: Metadata
    ) throws -> Bool {
        let copy = try saver.stage(wholeCopyOf: file, as: "\(name).returned")
        guard facts.isPicture(copy.file, of: metadata.date) else {
            saver.discard(copy)
            return false
        }
        metadata.describe(copy.file)
        try saver.place(copy, as: name, in: month)
        try month.sync()
        return true
    }
}
