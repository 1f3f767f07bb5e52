internal import Days
internal import Folder
internal import MirrorTree
internal import Store

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
        let saver = try store.saver
        var restored: Set<Day> = []
        for (month, days) in Dictionary(grouping: missing, by: \.month) {
            do {
                let restoration = MonthRestoration(month: month, root: tree.root, vault: vault, saver: saver)
                for kept in try restoration.restore(days) {
                    store.noteFile(kept.file.description, of: kept.metadata.date)
                    restored.insert(kept.metadata.date)
                }
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
