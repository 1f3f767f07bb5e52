package import Days
internal import Folder
internal import MirrorTree
internal import Store

/// The vault's bytes are its own: a write into a picture, or a bad block below it, spares the favorite's second copy. A
/// hard link to the month's file is made first, since that is quick and protects against removal; every pass then puts
/// copies in the place of such links, a few at a time, as long as the disk has room for them.
extension VaultKeeper {
    /// Checks whether a day's files in the vault are its month's files, and remembers the day if one is.
    func checkSharing(_ day: Day, _ picture: FilePath, _ vault: Vault) {
        guard vault.isShared(day, picture: picture, tree.root) else { return memory.copies[day] = nil }
        if case .noRoom = memory.copies[day] { return }
        memory.copies[day] = .linked
    }

    /// Gives days bytes of their own, one at least and others within the time. Returns whether more can get theirs.
    func separate(within time: Duration) throws -> Bool {
        guard !memory.copies.isEmpty, let folder = try tree.root.folder(Tree.vault) else { return false }
        let room = try room(folder)
        var left = Set(memory.copies.filter { $0.value.isDue(room) }.keys)
        let limit = ContinuousClock.now + time
        while let day = left.popFirst() {
            do {
                memory.copies[day] = try separate(day, Vault(folder: folder))
            } catch {
                // A quota or a bad block keeps no other day from its copy.
                memory.copies[day] = .failed("\(error)")
            }
            if ContinuousClock.now >= limit { break }
        }
        return !left.isEmpty
    }

    /// Returns the state that the day has then; `nil` where all its files are its own.
    ///
    /// The vault's folder is not flushed: the hard links may come back after a power cut, and are copied again.
    private func separate(_ day: Day, _ vault: Vault) throws -> CopyState? {
        guard let kept = vault.keptDay(day) else {
            throw SpoiledCopy(path: "\(vault.folder.path)/\(KeptDay.jsonName(day))")
        }
        if !vault.isShared(day, picture: kept.file, tree.root) { return nil }
        guard try room(vault.folder) > kept.picture.bytes else { return .noRoom(kept.picture.bytes) }
        // Damaged bytes are not copied: verify finds them, and repair asks NASA.
        guard let picture = kept.openPicture(in: vault.folder), picture.hasSum(kept.picture.sha256) else {
            throw SpoiledCopy(path: "\(vault.folder.path)/\(kept.file)")
        }
        try copy(kept, picture, vault.record(of: kept.metadata), to: vault) { try $0.status().hardLinks > 1 }
        if memory.days[day] != nil {
            remember(day, kept.file, vault, try? tree.root.folder(Tree.monthPath(day).appending("metadata")))
        }
        return nil
    }

    /// Makes a damaged second copy again from a month that is whole. A picture that came back from the vault is a second
    /// name of its own there, and gives way to a copy.
    package func mend(_ day: Day) throws {
        let vault = Vault(folder: try tree.root.makeFolder(Tree.vault))
        if tree.check(day, in: .vault) == nil { return memory.copies[day] = try separate(day, vault) }
        guard let month = try tree.root.folder(Tree.monthPath(day)), let metadata = try month.folder("metadata"),
            let current = KeptDay(of: day, in: metadata), let picture = current.openPicture(in: month)
        else { return }
        memory.days[day] = nil
        let record = try current.metadata.mirror.record.flatMap { _ in try tree.root.open(Tree.recordPath(day)) }
        try copy(current, picture, record, to: vault) { _ in true }
        memory.copies[day] = nil
        try vault.folder.sync()
    }

    /// Copies a day's files and does not link them, so that damage to the one spares the other. The JSON comes last.
    private func copy(
        _ day: KeptDay, _ picture: OpenFile, _ record: OpenFile?, to vault: Vault,
        where isDue: (OpenFile) throws -> Bool
    ) throws {
        var files = [(file: picture, name: day.file)]
        if let record { files.append((record, Vault.recordName(day.metadata.date))) }
        files.append((day.json, KeptDay.jsonName(day.metadata.date)))
        try Duplicator(tree.saver()).copy(files.filter { try isDue($0.file) }, in: vault.folder) {
            if $1 == day.file { day.metadata.describe($0) }
        }
    }

    /// The reason why favorites share their bytes with the vault; `nil` where none does, or only until the next pass.
    package func crowding() throws -> String? {
        let reasons = memory.copies.values.compactMap(\.reason)
        if let reason = reasons.first { return Vault.sharing(reasons.count, ". \(reason)") }
        guard !memory.copies.isEmpty, let folder = try tree.root.folder(Tree.vault) else { return nil }
        let room = try room(folder)
        let crowded = memory.copies.values.compactMap(\.lackingRoom).filter { $0 >= room }
        guard let largest = crowded.max() else { return nil }
        let wanted = Quantity.bytes(Int(clamping: spare + largest))
        return Vault.sharing(crowded.count, " until the disk has more than \(wanted) free.")
    }

    /// Bytes that copies may take.
    private func room(_ folder: Folder) throws -> Int64 { try folder.freeBytes() - spare }
}

/// How a favorite's files in the vault are kept that share their bytes with the month's. All others are their own.
enum CopyState {
    /// Just linked, and to be copied.
    case linked
    /// Linked, since the disk had no room for a copy of so many bytes: copied once it has.
    case noRoom(Int64)
    /// Linked, since copying failed for this reason: tried again the next day.
    case failed(String)

    /// Whether a copy can be made in so much room.
    func isDue(_ room: Int64) -> Bool { reason == nil && lackingRoom.map { $0 < room } ?? true }

    var lackingRoom: Int64? { if case .noRoom(let bytes) = self { bytes } else { nil } }
    var reason: String? { if case .failed(let reason) = self { reason } else { nil } }
}

private struct SpoiledCopy: Error, CustomStringConvertible {
    let path: String

    var description: String { "\(path) is not what was stored." }
}
