internal import Days
internal import Folder
internal import MirrorTree
internal import Store
internal import Words

/// The vault's bytes are its own: a write into a picture, or a bad block below it, spares the favorite's second copy. A
/// hard link to the month's file is made first, since that is quick and protects against removal; every pass then puts
/// copies in the place of such links, a few at a time, as long as the disk has room for them.
extension VaultKeeper {
    /// Checks whether a day's files in the vault are its month's files, and remembers the day if one is.
    func checkSharing(_ day: Day, _ picture: FilePath, _ vault: Vault, _ month: Folder?, _ metadata: Folder?) {
        memory.uncopied[day] = nil
        if vault.sharedFile(of: day, picture: picture, month, metadata) != nil {
            memory.shared.insert(day)
        } else {
            memory.shared.remove(day)
            memory.crowded[day] = nil
        }
    }

    /// Gives days bytes of their own, one at least and others within the time. Returns whether more can get theirs.
    func separate(within time: Duration) throws -> Bool {
        guard !memory.shared.isEmpty, let folder = try tree.root.folder(Vault.path) else { return false }
        var left = memory.shared.subtracting(memory.uncopied.keys).subtracting(try crowded(folder).keys)
        guard !left.isEmpty else { return false }
        let limit = ContinuousClock.now + time
        // The vault's folder is not flushed: the hard links may come back after a power cut, and are copied again.
        let duplicator = Duplicator(try store.tree.saver())
        repeat {
            guard let day = left.popFirst() else { return false }
            do {
                guard let kept = Vault(folder: folder).keptDay(day) else {
                    throw SpoiledCopy(path: "\(folder.path)/\(KeptDay.jsonName(day))")
                }
                guard try room(folder) > kept.picture.bytes else {
                    memory.crowded[day] = kept.picture.bytes
                    continue
                }
                try separate(kept, folder, duplicator)
                if memory.days[day] != nil {
                    let metadata = try? tree.root.folder(Tree.monthPath(day).appending("metadata"))
                    remember(day, kept.file, Vault(folder: folder), metadata)
                }
                memory.shared.remove(day)
                memory.crowded[day] = nil
            } catch {
                // A quota or a bad block keeps no other day from its copy; this day is tried again the next day.
                memory.uncopied[day] = "\(error)"
            }
        } while ContinuousClock.now < limit
        return !left.isEmpty
    }

    private func separate(_ kept: KeptDay, _ folder: Folder, _ duplicator: Duplicator) throws {
        // Damaged bytes are not copied: verify finds them, and repair asks NASA.
        guard let picture = kept.openPicture(in: folder), picture.hasSum(kept.picture.sha256) else {
            throw SpoiledCopy(path: "\(folder.path)/\(kept.file)")
        }
        var files: [(file: OpenFile, name: FilePath)] = [
            (picture, kept.file), (kept.json, KeptDay.jsonName(kept.metadata.date)),
        ]
        if let record = Vault(folder: folder).record(of: kept.metadata) {
            files.append((record, Vault.recordName(kept.metadata.date)))
        }
        let shared = try files.filter { try $0.file.status().hardLinks > 1 }
        try duplicator.copy(shared, in: folder) { if $1 == kept.file { kept.metadata.describe($0) } }
    }

    /// The reason why favorites share their bytes with the vault; `nil` where none does, or only until the next pass.
    package func crowding() throws -> String? {
        if let reason = memory.uncopied.values.first { return Vault.sharing(memory.uncopied.count, ". \(reason)") }
        guard let folder = try tree.root.folder(Vault.path), case let crowded = try crowded(folder),
            let largest = crowded.values.max()
        else { return nil }
        let room = Quantity.bytes(Int(clamping: spare + largest))
        return Vault.sharing(crowded.count, " until the disk has more than \(room) free.")
    }

    /// Days whose copies the disk still has no room for, with what they take.
    private func crowded(_ folder: Folder) throws -> [Day: Int64] {
        if memory.crowded.isEmpty { return [:] }
        let room = try room(folder)
        return memory.crowded.filter { memory.shared.contains($0.key) && $0.value >= room }
    }

    /// Bytes that copies may take.
    private func room(_ folder: Folder) throws -> Int64 { try folder.freeBytes() - spare }
}

private struct SpoiledCopy: Error, CustomStringConvertible {
    let path: String

    var description: String { "\(path) is not what was stored." }
}
