package import Folder

/// Whether root may rely on what lies in a folder, or on what a file says. Pure.
///
/// Root relies on a name where only root and one person could put something else in its place.
package struct FolderTrust: Sendable {
    /// The user whose own folders will do; `nil` where only root's will.
    package var user: UInt32?
    /// A group whose only member is that user.
    package var groupOfOne: UInt32?

    package init(user: UInt32? = nil, groupOfOne: UInt32? = nil) {
        self.user = user
        self.groupOfOne = groupOfOne
    }

    /// An owner or a writer who could put something else in a name's place.
    package enum UntrustedUser: Hashable, Sendable {
        case owner(UInt32)
        case writer(WriteAccess.Writer)
    }

    /// - Parameter isLast: whether any name in the folder counts, and not only one that is checked next.
    package func stranger(_ access: WriteAccess, isLast: Bool) -> UntrustedUser? {
        guard access.owner == 0 || access.owner == user else { return .owner(access.owner) }
        // In a sticky folder such as /tmp every user makes names, and changes only their own. The owner of the name is
        // checked next.
        if access.isSticky, !isLast { return nil }
        return stranger(among: access.writers)
    }

    /// Another owner or writer who could change what is made in a folder with such a default access list.
    package func stranger(inside access: WriteAccess?) -> UntrustedUser? {
        access.flatMap { stranger(among: $0.writers) }
    }

    private func stranger(among writers: [WriteAccess.Writer]) -> UntrustedUser? {
        writers.first { writer in
            switch writer {
            case .user(let number): number != 0 && number != user
            case .group(let number): number != groupOfOne
            case .everybody: true
            }
        }.map(UntrustedUser.writer)
    }
}

extension FolderTrust {
    package init(_ account: UserAccount?) {
        user = account?.user
        groupOfOne = account?.groupOfOne
    }
}
