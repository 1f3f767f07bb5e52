package import Folder
internal import Glibc
internal import Settings

/// A year or month that cannot be read or written, or is another user's. Only its own days are affected: they are left
/// as they are, and tried again with every sync.
package struct ClosedFolder: Error, Hashable, Sendable {
    let path: String
    private let reason: String
    /// The folder's owner, where that is not the user of this process.
    private let owner: String?
    /// Whether nothing in the folder is believed, only because another user owns it.
    private let isForeign: Bool

    init(_ error: FolderError, owner: UInt32?) {
        path = error.path
        if case .foreign(_, let owner) = error {
            self.owner = UserAccount.name(ofUser: owner)
            isForeign = true
        } else {
            self.owner = owner.flatMap(Self.other)
            isForeign = false
        }
        reason = error.description
    }

    /// `nil` where this process may write into the folder.
    package init?(writing folder: Folder) {
        if folder.isWritable { return nil }
        path = folder.path
        reason = "\(folder.path) cannot be written to."
        owner = (try? folder.status().owner).flatMap(Self.other)
        isForeign = false
    }

    private static func other(_ user: UInt32) -> String? {
        user == geteuid() ? nil : UserAccount.name(ofUser: user)
    }
}

extension ClosedFolder: CustomStringConvertible {
    package var description: String {
        let waiting = "\(reason) Its days wait."
        guard let owner else { return waiting }
        let user = UserAccount.ofProcess()?.name ?? "the mirror's owner"
        let handOver = "sudo chown -R \(user.shellWord): \(path.shellWord)"
        return isForeign
            ? "\(path) belongs to \(owner), not to the mirror's owner. Nothing in it is believed, and its days wait. "
                + "Move it away, or, if you trust what it holds, hand it over: \(handOver)"
            : "\(waiting) It belongs to \(owner); to hand it over: \(handOver)"
    }
}
