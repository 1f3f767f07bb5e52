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
        let files = try pruned.files().filter { days?.contains($0.key) ?? true }
        if files.isEmpty { return }
        var failure: (any Error)?
        for (month, inMonth) in Dictionary(grouping: files, by: \.key.month).sorted(by: { $0.key < $1.key }) {
            let way = MonthReturn(month: month, root: tree.root, pruned: pruned, saver: try store.saver)
            do {
                let back = try way.run(Dictionary(uniqueKeysWithValues: inMonth.map { ($0.key, $0.value) }))
                for day in back { store.markChanged(of: day) }
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
                try MonthSums(metadata).update(store.saver) { _ in }
                try MonthSums(ofRecords: metadata).update(store.saver) { _ in }
                metadata.removeEmptyFolder(Tree.published)
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

/// Brings days of one month back from ``Pruned`` in the order of a commit: former pictures, records, pictures, JSON, sums, each
/// durable before the next. A return that is cut short anywhere can be made again.
struct MonthReturn {
    let month: String
    let root: Folder
    let pruned: Pruned
    let saver: Saver

    private enum Verdict {
        case returns(Share)
        /// The day was removed for good, or something newer stands in its month.
        case goes
        /// A file of other bytes stands in the day's way, or the day's JSON cannot be read.
        case waits
    }

    /// The files of a day that come back; the rest of the day stands in its month.
    private struct Share {
        let metadata: Metadata
        var picture: FilePath?
        var bringsMetadata = true
    }

    /// Returns the days that stand in their month now. Nothing is left in `pruned/` but days that wait for their owner.
    func run(_ days: [Day: Pruned.PrunedFiles]) throws -> [Day] {
        let path = Tree.monthPath(month)
        let standing = try root.folder(path)
        let verdicts = try days.sorted { $0.key < $1.key }.map { day, files in
            (day: day, files: files, verdict: try verdict(on: day, files, standing))
        }
        var shares: [Share] = []
        for case (_, _, .returns(let share)) in verdicts { shares.append(share) }
        if !shares.isEmpty { try bring(shares, days, to: root.makeFolder(path)) }
        // A day that came back can leave a second name of its picture, or an older JSON.
        var left = days
        for case (let day, _, .waits) in verdicts { left[day] = nil }
        try pruned.discard(left)
        return shares.map(\.metadata.date)
    }

    private func bring(_ shares: [Share], _ files: [Day: Pruned.PrunedFiles], to folder: Folder) throws {
        let metadata = try folder.makeFolder("metadata")
        let former = shares.flatMap { files[$0.metadata.date]?.superseded ?? [] }
        // Former pictures have their sums in their names: a file that stands there already is the same.
        if !former.isEmpty { try pruned.superseded.hand(former, to: metadata.makeFolder("superseded")) }
        let published = try bringRecords(shares.filter { files[$0.metadata.date]?.hasRecord == true }, to: metadata)
        try pruned.pictures.hand(shares.compactMap(\.picture), to: folder)
        try pruned.metadata.hand(
            shares.filter(\.bringsMetadata).map { "\($0.metadata.date).json" }, to: metadata)
        try MonthSums(metadata).add(shares.map(\.metadata), saver)
        try MonthSums(ofRecords: metadata).add(published, saver)
    }

    /// Moves records back where none stands; returns the metadata of their days.
    private func bringRecords(_ shares: [Share], to metadata: Folder) throws -> [Metadata] {
        if shares.isEmpty { return [] }
        let published = try metadata.makeFolder(Tree.published)
        let days = try shares.map(\.metadata).filter { try published.status(Tree.recordName($0.date)) == nil }
        try pruned.published.hand(days.map { Tree.recordName($0.date) }, to: published)
        return days
    }

    private func verdict(on day: Day, _ files: Pruned.PrunedFiles, _ standing: Folder?) throws -> Verdict {
        let stored = try standing?.read("metadata/\(day).json").flatMap { try? Metadata($0, of: day) }
        if let stored {
            // Metadata that was written after the day had left counts more.
            if stored.mirror.state == .hidden { return .goes }
            if let name = stored.visibleName.map({ FilePath($0) }) {
                let own = Share(metadata: stored, bringsMetadata: false)
                if try isFile(name, in: standing) { return .returns(own) }
                if files.pictures.contains(name), !files.hasMetadata {
                    return .returns(Share(metadata: stored, picture: name, bringsMetadata: false))
                }
            }
        }
        guard files.hasMetadata else { return .goes }
        guard let metadata = try pruned.metadata.read("\(day).json").flatMap({ try? Metadata($0, of: day) })
        else { return .waits }
        guard let picture = metadata.mirror.picture, let name = metadata.visibleName.map({ FilePath($0) }) else {
            return stored == nil ? .returns(Share(metadata: metadata)) : .goes
        }
        let isHere = files.pictures.contains(name)
        if let standing, try isFile(name, in: standing) {
            // The picture may have been dragged into favorites/ and put back. Other bytes are the owner's.
            let isOurs = try !isHere || standing.holds(name, picture.sha256)
            return isOurs ? .returns(Share(metadata: metadata)) : .waits
        }
        return .returns(Share(metadata: metadata, picture: isHere ? name : nil))
    }

    private func isFile(_ name: FilePath, in folder: Folder?) throws -> Bool {
        try folder?.status(name)?.kind == .file
    }
}
