package import Days
internal import Folder
internal import MirrorTree
package import Store

extension VaultKeeper {
    /// The change that repairs a day whose picture or JSON in the month is damaged: the vault's verified picture waits
    /// in `incoming/` then, unless it is a page. `nil` where the vault has nothing whole, or another picture.
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
        let metadata = stored.metadata ?? kept.metadata
        if kept.picture.kind == .page {
            let page = try picture.read(Int(kept.picture.bytes), at: 0)
            return DayChange(metadata: metadata, content: .page(page), basis: .judged(stored))
        }
        let part = Part.name(day)
        _ = try store.saver.stage(wholeCopyOf: picture, as: part)
        return DayChange(metadata: metadata, content: .fetched(part), basis: .judged(stored))
    }

    /// Makes the vault's own copy again from a month that is whole.
    package func mend(_ day: Day) throws {
        guard let month = try tree.root.folder(Tree.monthPath(day)), let metadata = try month.folder("metadata"),
            let current = KeptDay(of: day, in: metadata), let picture = current.openPicture(in: month),
            picture.hasSum(current.picture.sha256)
        else { return }
        let vault = Vault(folder: try tree.root.makeFolder(Vault.path))
        let kept = vault.keptDay(day, twin: current)
        let isWhole =
            kept?.bytes == current.bytes
            && current.openPicture(in: vault.folder)?.hasSum(current.picture.sha256) == true
        if isWhole { return }
        memory.days[day] = nil
        let duplicator = Duplicator(try store.saver)
        // The file is copied and not linked, so that damage to the one spares the other.
        try duplicator.copy(picture, as: current.file, in: vault.folder) { current.metadata.describe($0) }
        try duplicator.copy(current.json, as: KeptDay.jsonName(day), in: vault.folder)
        try vault.folder.sync()
    }
}
