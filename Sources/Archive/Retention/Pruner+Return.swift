internal import Days
internal import Folder
internal import MirrorTree
internal import Store

/// The steps of a prune besides removing days.
extension Pruner {
    /// Puts back the days in `pruned/`: all that an interrupted prune left, or only those that became favorites during
    /// a prune. The next prune takes the others again, which costs less than to find out now which they are.
    func returnPruned(only days: Set<Day>? = nil) throws {
        guard try tree.root.folder(Pruned.path) != nil else { return }
        let pruned = try Pruned(tree.root)
        let remains = try pruned.remains().filter { days?.contains($0.key) ?? true }
        if remains.isEmpty { return }
        var failure: (any Error)?
        for (month, inMonth) in Dictionary(grouping: remains, by: \.key.month).sorted(by: { $0.key < $1.key }) {
            let way = MonthReturn(month: month, root: tree.root, pruned: pruned, saver: try store.saver)
            do {
                let back = try way.run(Dictionary(uniqueKeysWithValues: inMonth.map { ($0.key, $0.value) }))
                for day in back { store.noteChange(of: day) }
            } catch {
                // The other months go on.
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    /// Writes sums that a full disk kept from being written, and removes folders that have become empty. A folder in
    /// which a file of the owner's lies stays.
    func tidy(_ months: Set<String>) throws {
        for month in months.sorted() {
            let year = FilePath(String(month.prefix(4)))
            guard let yearFolder = try tree.root.folder(year), let folder = try yearFolder.folder(FilePath(month))
            else { continue }
            if let metadata = try folder.folder("metadata") {
                try MonthSums(month, metadata).update(store.saver) { _ in }
                metadata.removeEmptyFolder("superseded")
                folder.removeEmptyFolder("metadata")
            }
            // A month without days has no page, and a year without months no data for one.
            if try folder.status("metadata") == nil {
                try folder.remove(GalleryFile.page)
                try SidecarFiles.removeStale(in: folder, through: store.saver.incoming)
            }
            if yearFolder.removeEmptyFolder(FilePath(month)) { try yearFolder.sync() }
            if try yearFolder.entries().allSatisfy({ $0.name == GalleryFile.data }) {
                try yearFolder.remove(GalleryFile.data)
            }
            if tree.root.removeEmptyFolder(year) { try tree.root.sync() }
        }
    }
}
