package import Days
internal import Folder
internal import MirrorTree
package import Store

extension VaultKeeper {
    /// Brings favorites back whose picture or JSON is missing from its month; returns the days that came back.
    ///
    /// Only a picture whose bytes are those its JSON was written for comes back, and nothing that stands in the month
    /// is overwritten but a link, a damaged JSON or one that waits for a picture. A hidden day stays hidden. Today is
    /// the caller's to make again.
    func restore(_ days: some Collection<Day>) throws -> Set<Day> {
        let missing = self.missing(of: days)
        guard !missing.isEmpty, let folder = try tree.root.folder(Vault.path) else { return [] }
        let vault = Vault(folder: folder)
        let saver = try store.tree.saver()
        var restored: Set<Day> = []
        for (month, days) in Dictionary(grouping: missing, by: \.month) {
            do {
                let restoration = MonthRestoration(month: month, root: tree.root, vault: vault, saver: saver)
                restored.formUnion(try restoration.restore(days).map(\.metadata.date))
                store.list([month])
            } catch let error as FolderError where error.isDiskFull || tree.isOwn(error.path) {
                throw error
            } catch {
                // A month that is closed to us, or a link, is reported elsewhere; the rest goes on.
                continue
            }
        }
        return restored
    }

    /// The days that lack a file where it belongs, or were not kept: cheaper than to list their months.
    func missing(of days: some Collection<Day>) -> [Day] {
        Dictionary(grouping: days, by: \.month).values.flatMap { days in
            let month = try? tree.root.folder(Tree.monthPath(days[0]))
            let metadata = try? month?.folder("metadata")
            return days.filter { day in
                guard let picture = memory.days[day]?.picture, let month, let metadata else { return true }
                return (try? month.status(picture)?.kind) != .file
                    || (try? metadata.status(KeptDay.jsonName(day))?.kind) != .file
            }
        }
    }
}

// MARK: - Mending

extension VaultKeeper {
    /// The change that repairs a day whose picture or JSON in the month is damaged: the vault's verified picture waits
    /// in `incoming/` then. `nil` where the vault has nothing whole, or another picture.
    package func offer(for day: Day) throws -> DayChange? {
        guard let folder = try tree.root.folder(Vault.path), let kept = Vault(folder: folder).keptDay(day),
            let picture = kept.openPicture(in: folder), picture.hasSum(kept.picture.sha256)
        else { return nil }
        let month = try tree.root.folder(Tree.monthPath(day))
        let stored = try StoredDay(day, month: month, metadata: try month?.folder("metadata"))
        if let current = stored.metadata {
            guard current.mirror.state != .hidden, current.mirror.picture?.sha256 == kept.picture.sha256 else {
                return nil
            }
        }
        let metadata = try withRecord(stored.metadata ?? kept.metadata, from: Vault(folder: folder))
        let part = Part.name(day)
        _ = try store.tree.saver().stage(wholeCopyOf: picture, as: part)
        return DayChange(metadata: metadata, content: .fetched(part), basis: .judged(stored))
    }

    /// The metadata with the bytes of the record that they name, where only the vault has it whole.
    private func withRecord(_ metadata: Metadata, from vault: Vault) throws -> Metadata {
        guard let record = metadata.mirror.record, try tree.record(of: metadata) == nil,
            let file = vault.record(of: metadata)
        else { return metadata }
        var whole = metadata
        let bytes = try file.read(Int(file.status().bytes), at: 0)
        whole.mirror.record = .init(serving: bytes, source: record.source, base: record.base)
        return whole
    }

    /// Makes the vault's own copy again from a month that is whole.
    package func mend(_ day: Day) throws {
        guard let month = try tree.root.folder(Tree.monthPath(day)), let metadata = try month.folder("metadata"),
            let current = KeptDay(of: day, in: metadata), let picture = current.openPicture(in: month),
            picture.hasSum(current.picture.sha256)
        else { return }
        let vault = Vault(folder: try tree.root.makeFolder(Vault.path))
        let kept = vault.keptDay(day, twin: current)
        let record = current.metadata.mirror.record.flatMap { record in
            (try? metadata.open(Tree.published.appending(Tree.recordName(day)))).flatMap {
                $0.hasSum(record.sha256) ? $0 : nil
            }
        }
        let isWhole =
            kept?.bytes == current.bytes && (record == nil || vault.record(of: current.metadata) != nil)
            && current.openPicture(in: vault.folder)?.hasSum(current.picture.sha256) == true
        if isWhole { return }
        memory.days[day] = nil
        var files = [(file: picture, name: current.file)]
        if let record { files.append((record, Vault.recordName(day))) }
        files.append((current.json, KeptDay.jsonName(day)))
        // The files are copied and not linked, so that damage to the one spares the other.
        try Duplicator(try store.tree.saver()).copy(files, in: vault.folder) {
            if $1 == current.file { current.metadata.describe($0) }
        }
        try vault.folder.sync()
    }
}
