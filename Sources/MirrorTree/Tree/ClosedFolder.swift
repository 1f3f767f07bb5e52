package import Folder
internal import Glibc
internal import Settings

/// A year or month that cannot be read or written, or is another user's. Only its own days are affected: they are left
/// as they are, and tried again with every sync.
package struct ClosedFolder: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// - Parameter owner: The folder's owner, where that is known.
    init(_ error: FolderError, owner: UInt32?) {
        guard case .foreign(let path, let owner) = error else {
            description = Self.waiting("\(error)", error.path, owner)
            return
        }
        description =
            "\(path) belongs to \(UserAccount.name(ofUser: owner)), not to the mirror's owner. Nothing in it is believed, "
            + "and its days wait. Move it away, or, if you trust what it holds, hand it over: \(Self.handingOver(path))"
    }

    /// `nil` where this process may write into the folder.
    package init?(writing folder: Folder) {
        if folder.isWritable { return nil }
        description = Self.waiting(
            "\(folder.path) cannot be written to.", folder.path, (try? folder.status())?.owner)
    }

    private static func waiting(_ reason: String, _ path: String, _ owner: UInt32?) -> String {
        guard let owner, owner != geteuid() else { return "\(reason) Its days wait." }
        return "\(reason) Its days wait. It belongs to \(UserAccount.name(ofUser: owner)); to hand it over: "
            + handingOver(path)
    }

    private static func handingOver(_ path: String) -> String {
        let user = UserAccount.ofProcess()?.name ?? "the mirror's owner"
        return "sudo chown -R \(user.shellWord): \(path.shellWord)"
    }
}
