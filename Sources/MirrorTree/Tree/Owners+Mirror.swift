internal import Folder
internal import Glibc

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
