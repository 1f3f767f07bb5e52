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
        let pruned = try Pruned(tree)
        let files = try pruned.files().filter { days?.contains($0.key) ?? true }
        if files.isEmpty { return }
        var failure: (any Error)?
        for month in Set(files.keys.map(\.month)).sorted() {
            do {
                let days = files.filter { $0.key.month == month }
                for day in try pruned.bringBack(days, ofMonth: month) { store.markChanged(of: day) }
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
                for sums in try MonthSums.both(of: metadata) { try sums.update(tree.saver()) { _ in } }
                metadata.removeEmptyFolder(Tree.published)
                metadata.removeEmptyFolder("superseded")
                folder.removeEmptyFolder("metadata")
            }
            // A month without days has no page, and a year without months no data for one.
            if try folder.status("metadata") == nil {
                try folder.remove(GalleryFile.page)
                try SidecarFiles.removeStale(in: folder, through: tree.saver().incoming)
            }
            if yearFolder.removeEmptyFolder(FilePath(month)) { try yearFolder.sync() }
            if try yearFolder.entries().allSatisfy({ $0.name == GalleryFile.data }) {
                try yearFolder.remove(GalleryFile.data)
            }
            if tree.root.removeEmptyFolder(year) { try tree.root.sync() }
        }
    }
}

extension Pruned {
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

    /// Brings days of one month back in the order of a commit: former pictures, records, pictures, JSON, sums, each durable
    /// before the next. A return that is cut short anywhere can be made again.
    ///
    /// - Returns: the days that stand in their month now. Nothing is left in `pruned/` but days that wait for their owner.
    func bringBack(_ days: [Day: PrunedFiles], ofMonth month: String) throws -> [Day] {
        let path = Tree.monthPath(month)
        let standing = try root.folder(path)
        var (shares, left) = ([Share](), days)
        for (day, files) in days.sorted(by: { $0.key < $1.key }) {
            switch try verdict(on: day, files, standing) {
            case .returns(let share): shares.append(share)
            case .goes: break
            case .waits: left[day] = nil
            }
        }
        if !shares.isEmpty { try bring(shares, days, to: root.makeFolder(path)) }
        // A day that came back can leave a second name of its picture, or an older JSON.
        try discard(left)
        return shares.map(\.metadata.date)
    }

    private func bring(_ shares: [Share], _ files: [Day: PrunedFiles], to folder: Folder) throws {
        let inMonth = try folder.makeFolder("metadata")
        let former = shares.flatMap { files[$0.metadata.date]?.superseded ?? [] }
        // Former pictures have their sums in their names: a file that stands there already is the same.
        if !former.isEmpty { try superseded.hand(former, to: inMonth.makeFolder("superseded")) }
        try bringRecords(of: shares.map(\.metadata.date).filter { files[$0]?.hasRecord == true }, to: inMonth)
        try pictures.hand(shares.compactMap(\.picture), to: folder)
        try metadata.hand(shares.filter(\.bringsMetadata).map { "\($0.metadata.date).json" }, to: inMonth)
        for sums in try MonthSums.both(of: inMonth) { try sums.add(shares.map(\.metadata), saver) }
    }

    /// Moves records back where none stands.
    private func bringRecords(of days: [Day], to inMonth: Folder) throws {
        if days.isEmpty { return }
        let place = try inMonth.makeFolder(Tree.published)
        try published.hand(days.map(Tree.recordName).filter { try place.status($0) == nil }, to: place)
    }

    private func verdict(on day: Day, _ files: PrunedFiles, _ standing: Folder?) throws -> Verdict {
        let stored = try standing?.read("metadata/\(day).json").flatMap { try? Metadata($0, of: day) }
        if let stored {
            // Metadata that was written after the day had left counts more.
            if stored.mirror.state == .hidden { return .goes }
            if let name = stored.visibleName.map({ FilePath($0) }) {
                var share = Share(metadata: stored, bringsMetadata: false)
                if try isFile(name, in: standing) { return .returns(share) }
                share.picture = name
                if files.pictures.contains(name), !files.hasMetadata { return .returns(share) }
            }
        }
        guard files.hasMetadata else { return .goes }
        guard let own = try metadata.read("\(day).json").flatMap({ try? Metadata($0, of: day) }) else { return .waits }
        guard let picture = own.mirror.picture, let name = own.visibleName.map({ FilePath($0) }) else {
            return stored == nil ? .returns(Share(metadata: own)) : .goes
        }
        let isHere = files.pictures.contains(name)
        if let standing, try isFile(name, in: standing) {
            // The picture may have been dragged into favorites/ and put back. Other bytes are the owner's.
            let isOurs = try !isHere || standing.holds(name, picture.sha256)
            return isOurs ? .returns(Share(metadata: own)) : .waits
        }
        return .returns(Share(metadata: own, picture: isHere ? name : nil))
    }

    private func isFile(_ name: FilePath, in folder: Folder?) throws -> Bool {
        try folder?.status(name)?.kind == .file
    }
}
