internal import Folder
internal import Glibc

/// A year or month that cannot be read or written. It concerns its own days only: they are left as they are, and looked
/// at again with every sync.
struct ClosedFolder: Error, Hashable, Sendable {
    let path: String
    private let reason: String
    /// Who has it, where that is somebody else.
    private let owner: String?

    init(_ error: FolderError, owner: UInt32?) {
        path = error.path
        reason = error.description
        self.owner = owner.flatMap(Self.other)
    }

    /// `nil` where this process may write.
    init?(writing folder: Folder) {
        if folder.isWritable { return nil }
        path = folder.path
        reason = "\(folder.path) cannot be written to."
        owner = (try? folder.status().owner).flatMap(Self.other)
    }

    private static func other(_ user: UInt32) -> String? {
        user == geteuid() ? nil : Person.name(ofUser: user)
    }
}

extension ClosedFolder: CustomStringConvertible {
    var description: String {
        let waiting = "\(reason) Its days wait."
        guard let owner else { return waiting }
        let user = Person.ofProcess()?.name ?? "the mirror's owner"
        return "\(waiting) It belongs to \(owner); to hand it over: sudo chown -R \(user.shellWord): \(path.shellWord)"
    }
}
