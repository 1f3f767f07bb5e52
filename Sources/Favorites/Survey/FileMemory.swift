internal import Folder

/// A cache of what regular files in `favorites/` mean, valid until the file or the mirror changes.
package struct FileMemory {
    private var known: [Found: FileMeaning] = [:]

    package init() {}

    struct Found: Hashable {
        var path: FilePath
        var status: FileStatus
    }

    /// Empties the cache, since the mirror has other pictures now.
    mutating func forget() {
        known = [:]
    }

    /// Only the files of this pass are worth remembering.
    mutating func keep(_ used: Set<Found>) {
        known = known.filter { used.contains($0.key) }
    }

    mutating func meaning(
        of path: FilePath, _ status: FileStatus, in album: Folder, _ facts: MirrorFacts, _ reading: LinkReading
    ) throws(FolderError) -> FileMeaning {
        let found = Found(path: path, status: status)
        if let meaning = known[found] { return meaning }
        let meaning = try FileMeaning(of: path.name, as: path, status, in: album, facts, reading)
        known[found] = meaning
        return meaning
    }
}
