package import Folder
internal import Glibc
internal import Settings

/// The mirror's lock, and the identity of the folder that was locked.
///
/// Between passes only the root and the lock stay open; an open handle further down would keep a disk that is mounted
/// there from being unmounted.
package struct RootClaim: Sendable {
    private let root: Folder
    private let lock: FileLock
    private let identity: FileStatus.Identity
    /// The mount at the root's path. A sandbox binds the root's folder: moved elsewhere, it stays at its path there.
    private let origin: String?

    package init(_ tree: Tree) throws {
        root = tree.root
        identity = try root.status().identity
        origin = Mounts.ofProcess.origin(of: root.path)
        do {
            try Self.refuseOthers(root)
            lock = try FileLock("lock", in: root.makeFolder(Tree.own))
        } catch FolderError.locked {
            throw RootError.locked(path: root.path)
        }
    }

    /// Refuses every user but the mirror's owner, whose processes, the service above all, could not change the files.
    /// Where the lock is taken, that is the error instead: the process that has it can be asked.
    private static func refuseOthers(_ root: Folder) throws {
        guard let owner = try otherOwner(of: root), let own = try root.folder(Tree.own) else { return }
        if try FileLock.isTaken("lock", in: own) { throw FolderError.locked(path: root.path) }
        throw RootError.othersMirror(path: root.path, owner: owner, line: "")
    }

    /// The name of the mirror's owner, if that is not this user.
    package static func otherOwner(of root: Folder) throws -> String? {
        guard let own = try root.folder(Tree.own), own.hasOwners, case let owner = try own.status().owner,
            owner != geteuid()
        else { return nil }
        return UserAccount.name(ofUser: owner)
    }

    /// Throws when the folder that was opened is not the one its path leads to any more: a disk was unmounted, or the
    /// folder was moved. Nothing is to be written then, neither here nor there.
    package func check() throws {
        let path = root.path
        do {
            if let there = try Folder.open(path), try there.status().identity == identity,
                Mounts.ofProcess.origin(of: path) == origin, try there.status(Tree.identityFile) != nil
            {
                return
            }
        } catch {
            switch error {
            case .notFolder, .symlink: break
            default: throw error
            }
        }
        throw RootError.replaced(path: path)
    }

    /// Whether the root and `.apod-mirror/` can be written to. A month that cannot be concerns only its own days.
    package var isWritable: Bool {
        get throws { try root.isWritable && (root.folder(Tree.own)?.isWritable ?? false) }
    }

    /// Writes into the lock where the daemon is to be met, for processes that find the mirror taken.
    package func write(_ text: String) throws {
        try lock.write(text)
    }
}

extension Owners {
    /// The users whose files are the mirror's: its owner, root, and the user who runs this process.
    ///
    /// The owner of the root's folder owns the mirror. A disk's own folder mostly belongs to root, and a network share
    /// may call every user by another number: there the owner of `.apod-mirror/`, which the program made, counts.
    init(ofMirrorIn root: Folder) throws(FolderError) {
        let owner = try root.status().owner
        var users: Set<UInt32> = [0, geteuid(), owner]
        if owner == 0 || !root.hasOwners, let own = try root.status(Tree.own)?.owner { users.insert(own) }
        self.init(users)
    }
}
