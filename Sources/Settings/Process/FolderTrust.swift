package import Folder

/// Whether root may rely on what lies in a folder, or on what a file says. Pure.
///
/// Root relies on a name only where nobody but root and one person could put something else in its place.
package struct FolderTrust: Sendable {
    /// The user whose own folders will do; `nil` where only root's will.
    package var user: UInt32?
    /// A group in which there is nobody but that user.
    package var groupOfOne: UInt32?

    package init(user: UInt32? = nil, groupOfOne: UInt32? = nil) {
        self.user = user
        self.groupOfOne = groupOfOne
    }

    /// Who else could.
    package enum Stranger: Hashable, Sendable {
        case owner(UInt32)
        case writer(WriteAccess.Writer)
    }

    /// - Parameter isLast: whether what lies in the folder is of any name, and not one that is looked at next.
    package func stranger(_ access: WriteAccess, isLast: Bool) -> Stranger? {
        guard access.owner == 0 || access.owner == user else { return .owner(access.owner) }
        // As in /tmp: everybody makes names there, and changes only what is theirs. What is looked at next has an owner.
        if access.isSticky, !isLast { return nil }
        return stranger(among: access.writers)
    }

    /// Who else could change what is made in a folder with such a default access list.
    package func stranger(inside access: WriteAccess?) -> Stranger? {
        access.flatMap { stranger(among: $0.writers) }
    }

    private func stranger(among writers: [WriteAccess.Writer]) -> Stranger? {
        writers.first { writer in
            switch writer {
            case .user(let number): number != 0 && number != user
            case .group(let number): number != groupOfOne
            case .everybody: true
            }
        }.map(Stranger.writer)
    }
}

extension FolderTrust {
    package init(_ person: Person?) {
        user = person?.user
        groupOfOne = person?.groupOfOne
    }
}
