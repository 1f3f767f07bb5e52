internal import Folder
internal import MirrorTree

extension Recovery {
    /// Makes each JSON name its picture in the spelling of the disk. Where case does not count the two can differ,
    /// after a user or an older version renamed the file: on a disk where case counts, a copy of the day would have
    /// lost its picture.
    func mendSpellings(in months: [String: Set<String>]) throws {
        var changes: [DayChange] = []
        for (month, files) in months {
            do {
                for stored in try misspelled(month, files) {
                    changes.append(DayChange(metadata: stored, content: .kept, basis: .interrupted))
                }
            } catch {
                note(error, month)
            }
        }
        try carryOut(changes)
    }

    /// The days whose JSON spells its picture otherwise than the disk. Files that the sums name need no check.
    private func misspelled(_ month: String, _ files: Set<String>) throws -> [Metadata] {
        guard let folder = try tree.root.folder(Tree.monthPath(month)), let metadata = try folder.folder("metadata"),
            let named = try MonthSums(month, metadata).stored()?.sums.keys
        else { return [] }
        let days = Set(files.subtracting(named).compactMap { PictureName.day(of: FilePath($0)) })
        return try days.sorted().compactMap { day in
            guard let stored = try? tree.metadata(day), stored.mirror.state != .hidden,
                let name = stored.visibleName.map({ FilePath($0) }), let standing = try folder.spelling(of: name),
                standing != name
            else { return nil }
            return stored
        }
    }
}
