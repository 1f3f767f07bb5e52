internal import Folder

/// How a favorite is kept, as far as names, sizes and a readable JSON tell.
enum VaultState: Equatable, Sendable {
    /// Picture and JSON are there.
    case whole
    /// No JSON there: nothing of the day is kept, or not all of it yet.
    case missing
    /// The JSON cannot be read, or its picture is missing or of another size.
    case damaged(path: String)
}

extension Tree {
    func vaultState(of day: Day) throws -> VaultState {
        guard let folder = try root.folder(Vault.path), try folder.status(KeptDay.jsonName(day)) != nil else {
            return .missing
        }
        let vault = Vault(folder: folder)
        guard let kept = vault.keptDay(day) else { return .damaged(path: "\(folder.path)/\(KeptDay.jsonName(day))") }
        return vault.holds(kept) ? .whole : .damaged(path: "\(folder.path)/\(kept.file)")
    }
}
