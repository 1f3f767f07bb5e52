internal import Folder
internal import MirrorTree

extension Recovery {
    /// A JSON names what its month lists, in that very spelling. Where case does not count both can part: a hand renames,
    /// or a version did that knew no such disks. Copied to a disk where case counts, the day would have lost its picture.
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

    /// Sums that name other files than there are tell cheaply where to look.
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
