/// Whether root may rely on what lies in a folder. Pure.
///
/// Root relies on a name only where nobody but root and one person could put something else in its place.
struct FolderTrust: Sendable {
    /// The user whose own folders will do; `nil` where only root's will.
    var user: UInt32?
    /// A group in which there is nobody but that user.
    var groupOfOne: UInt32?

    /// Who else could.
    enum Stranger: Hashable, Sendable {
        case owner(UInt32)
        case group(UInt32)
        case everybody
    }

    /// - Parameter isLast: whether what lies in the folder is of any name, and not one that is looked at next.
    func stranger(owner: UInt32, group: UInt32, mode: UInt32, isLast: Bool) -> Stranger? {
        guard owner == 0 || owner == user else { return .owner(owner) }
        // As in /tmp: everybody makes names there, and changes only what is theirs. What is looked at next has an owner.
        if mode & 0o1000 != 0, !isLast { return nil }
        if mode & 0o002 != 0 { return .everybody }
        return mode & 0o020 != 0 && group != groupOfOne ? .group(group) : nil
    }
}

extension FolderTrust {
    init(_ person: Person?) {
        user = person?.user
        groupOfOne = person?.groupOfOne
    }
}
