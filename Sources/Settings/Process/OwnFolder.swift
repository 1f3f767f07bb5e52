package import Folder
internal import Glibc

/// A folder that is gone after a reboot and in which only this process's user may write. Other processes find what lies
/// there, such as a lock or a socket, by its name.
package enum OwnFolder {
    /// Makes the folder below one of this user's, such as `$XDG_RUNTIME_DIR`, through no link, and closes it to all
    /// other users.
    ///
    /// A link could have been put there by the owner of the folder above, and the mode of its target would be changed.
    ///
    /// - Parameter isAboveShared: Whether the folder above is shared, as `/tmp` is: a name there may be any user's.
    package static func make(_ path: FilePath, in above: Folder, isAboveShared: Bool = false) throws -> Folder {
        if !isAboveShared { try check(above) }
        let folder = try above.makeFolder(path)
        let owner = try folder.writeAccess().owner
        guard owner == geteuid() else { throw NotOwn(path: folder.path, owner: owner) }
        try folder.keepToOwner()
        return folder
    }

    /// Refuses a folder that belongs to another user, or in which another may write.
    package static func check(_ folder: Folder) throws {
        let access = try folder.writeAccess()
        guard access.owner == geteuid(), access.writers.isEmpty else {
            throw NotOwn(path: folder.path, owner: access.owner)
        }
    }
}

/// A folder that is to be this user's alone, and is not.
struct NotOwn: ExitCoded, Equatable, CustomStringConvertible {
    let path: String
    let owner: UInt32

    var exitCode: ExitCode { .root }

    var description: String {
        let me = UserAccount.name(ofUser: geteuid())
        if owner == geteuid() {
            return "Others than \(me) may write in \(path), so nothing of \(me)'s is put there: "
                + "chmod go-w \(path.shellWord)"
        }
        let whose = UserAccount.name(ofUser: owner)
        return "\(path) belongs to \(whose) and not to \(me), so nothing of \(me)'s is put there. Run this as "
            + "\(whose), or set XDG_RUNTIME_DIR to a folder of \(me)'s."
    }
}
