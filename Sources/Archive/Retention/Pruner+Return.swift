internal import Days
internal import Folder
internal import MirrorTree
internal import Store

/// What a prune does besides letting days go.
extension Pruner {
    /// Puts back what lies in `pruned/`: of a prune that was cut short, or only what became a favorite during one. The
    /// next prune takes the others again; that costs less than to find out now what nobody looked at since.
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

    /// Sums that a full disk kept from being written, and folders of ours that have become empty. Whatever of the
    /// owner's lies in them keeps them.
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
