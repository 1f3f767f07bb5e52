internal import Days
internal import Folder
internal import MirrorTree
internal import Store

/// Brings the vault in line with the months, day by day, still without a flush of the vault.
struct VaultRenewal {
    let vault: Vault
    var duplicator: Duplicator
    private lazy var notes = (try? tree.dayNotes) ?? DayNotes()
    private let tree: Tree
    var hasWritten = false
    /// Pictures' former names; they go once the new ones are durable.
    private var formerNames: [(name: FilePath, newName: FilePath)] = []

    init(_ vault: Vault, in tree: Tree, _ saver: Saver) {
        self.vault = vault
        self.tree = tree
        duplicator = Duplicator(saver)
    }

    /// Returns the picture's name where the vault has what the month has then; `nil` where it was left alone, since the
    /// month has nothing whole to offer, or a new picture that may still give way.
    ///
    /// - Parameter comparingBytes: Whether the vault's picture may have other bytes than it had, as many as before.
    mutating func renew(
        _ day: Day, _ month: Folder?, _ metadata: Folder?, comparingBytes: Bool
    ) throws -> FilePath? {
        guard let current = metadata.flatMap({ KeptDay(of: day, in: $0) }) else { return nil }
        let kept = vault.keptDay(day, twin: current)
        // Damaged words never take the place of those in the vault.
        if let kept, kept.bytes != current.bytes, vault.holds(kept), MetadataSum(of: current.bytes) == .wrong,
            MetadataSum(of: kept.bytes) != .wrong
        {
            return nil
        }
        if let kept, isSpared(kept, by: current) { return nil }
        if !has(current, kept, comparingBytes: comparingBytes) {
            guard let picture = source(of: current, kept, month) else { return nil }
            hasWritten = true
            try duplicator.duplicate(picture, as: current.file, in: vault.folder) { current.metadata.describe($0) }
        }
        try renewRecord(of: current.metadata, metadata)
        if kept?.bytes != current.bytes {
            hasWritten = true
            try duplicator.duplicate(current.json, as: KeptDay.jsonName(day), in: vault.folder)
        }
        if let kept, kept.file != current.file { formerNames.append((kept.file, current.file)) }
        return current.file
    }

    /// Whether the former picture stays until the new one has settled, since NASA may go back to it. What only stood in
    /// for the new one does not.
    private mutating func isSpared(_ kept: KeptDay, by current: KeptDay) -> Bool {
        let (former, new) = (kept.picture, current.picture)
        if former.sha256 == new.sha256 || former.kind == .page || former.kind == .rendition && new.kind == .original {
            return false
        }
        return notes.isProvisional(new, of: current.metadata.date, now: .now)
            && kept.openPicture(in: vault.folder)?.hasSum(former.sha256) == true
    }

    /// Takes in the record that the month's JSON names, where the month has it whole and the vault has not.
    private mutating func renewRecord(of metadata: Metadata, _ month: Folder?) throws {
        guard let record = metadata.mirror.record, vault.record(of: metadata) == nil,
            let file = try month?.open(Tree.published.appending(Tree.recordName(metadata.date))),
            file.hasSum(record.sha256)
        else { return }
        hasWritten = true
        try duplicator.duplicate(file, as: Vault.recordName(metadata.date), in: vault.folder)
    }

    /// Whether the vault has the very picture, under its present name.
    private func has(_ current: KeptDay, _ kept: KeptDay?, comparingBytes: Bool) -> Bool {
        guard vault.holds(current) else { return false }
        if !comparingBytes, let kept, kept.file == current.file, kept.picture.sha256 == current.picture.sha256 {
            return true
        }
        // The vault's JSON does not tell: only the bytes say whether it is the former picture.
        return current.openPicture(in: vault.folder)?.hasSum(current.picture.sha256) ?? false
    }

    private func source(of current: KeptDay, _ kept: KeptDay?, _ month: Folder?) -> OpenFile? {
        // The vault's own picture serves for a day with only a new title.
        if let kept, kept.picture.sha256 == current.picture.sha256, let own = kept.openPicture(in: vault.folder),
            own.hasSum(current.picture.sha256)
        {
            return own
        }
        guard let month, let picture = current.openPicture(in: month) else { return nil }
        // A picture that is kept already gives way only to verified bytes.
        let isNew = kept == nil && (try? vault.folder.status(current.file)) == nil
        return isNew || picture.hasSum(current.picture.sha256) ? picture : nil
    }

    /// Removes the former names, once the vault's folder is flushed.
    func finish() throws {
        // The removals are not flushed: a name that comes back after a power cut is swept.
        for (name, newName) in formerNames {
            try vault.folder.remove(name, besides: newName)
        }
    }
}
