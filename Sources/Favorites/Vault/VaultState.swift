internal import Days
internal import Folder
internal import MirrorTree

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
        try Vault(in: self)?.state(of: day) ?? .missing
    }
}

extension Vault {
    /// - Parameter twin: The day as read from its month.
    func state(of day: Day, twin: KeptDay? = nil) throws -> VaultState {
        guard try folder.status(KeptDay.jsonName(day)) != nil else { return .missing }
        guard let kept = keptDay(day, twin: twin) else {
            return .damaged(path: "\(folder.path)/\(KeptDay.jsonName(day))")
        }
        return holds(kept) ? .whole : .damaged(path: "\(folder.path)/\(kept.file)")
    }
}
