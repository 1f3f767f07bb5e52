internal import Days
internal import Folder
internal import Words

/// A second name is made at once and costs nothing, and it holds the same bytes: what writes into the one, or a bad block,
/// damages both. So each is soon followed by a copy that takes its place, a little at a time, as long as there is room.
extension VaultKeeper {
    func noteShared(_ day: Day, _ picture: FilePath, _ vault: Vault) {
        let names = [picture, KeptDay.jsonName(day)]
        let isShared = names.contains { name in
            guard let status = try? vault.folder.status(name) else { return false }
            return status.hardLinks > 1
        }
        if isShared { memory.shared.insert(day) } else { memory.shared.remove(day) }
    }

    /// Gives a few days bytes of their own; returns whether there are more of them.
    func separate() throws -> Bool {
        guard !memory.shared.isEmpty, let folder = try tree.root.folder(Vault.path) else { return false }
        let duplicator = Duplicator(try store.saver)
        let vault = Vault(folder: folder)
        defer { try? folder.sync() }
        for day in Array(memory.shared.prefix(Self.atATime)) {
            guard let kept = vault.keptDay(day), let picture = kept.openPicture(in: folder),
                picture.hasSum(kept.picture.sha256)
            else {
                // What stands there is not what the JSON speaks of: nothing to copy.
                memory.shared.remove(day)
                continue
            }
            guard try hasRoom(for: kept.picture.bytes, folder) else { return false }
            do {
                if try picture.status().hardLinks > 1 {
                    try duplicator.copy(picture, as: kept.file, in: folder) { kept.metadata.describe($0) }
                }
                if try kept.json.status().hardLinks > 1 {
                    try duplicator.copy(kept.json, as: KeptDay.jsonName(day), in: folder)
                }
            } catch {
                // A quota, or a bad block: it keeps the others from nothing.
                memory.uncopied[day] = "\(error)"
            }
            memory.shared.remove(day)
        }
        return !memory.shared.isEmpty
    }

    /// Why favorites share their bytes with the vault; `nil` where none does, or only for a moment.
    func crowding() throws -> String? {
        func sentence(_ count: Int, _ why: String) -> String {
            "The second copies of \(Quantity.plural(count, "favorite")) share their bytes with the pictures\(why)"
        }
        if let reason = memory.uncopied.values.first { return sentence(memory.uncopied.count, ". \(reason)") }
        guard let day = memory.shared.max(), let folder = try tree.root.folder(Vault.path),
            let picture = memory.days[day]?.picture, let status = try folder.status(picture),
            try !hasRoom(for: status.bytes, folder)
        else { return nil }
        let room = Quantity.bytes(Int(clamping: spare))
        return sentence(memory.shared.count, " until the disk has more than \(room) free.")
    }

    private func hasRoom(for bytes: Int64, _ folder: Folder) throws -> Bool {
        try folder.freeBytes() - bytes > spare
    }

    /// Before others may use the thread: each is flushed twice.
    private static let atATime = 2
}
