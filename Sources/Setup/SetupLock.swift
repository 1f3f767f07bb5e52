package import Folder
internal import Glibc
internal import Settings

/// Keeps two runs of `setup` apart, which would write the same files.
package enum SetupLock {
    /// Takes the lock, which holds for as long as the value lives.
    ///
    /// - Parameter runtime: a folder of the owner's that is gone after a reboot.
    package static func take(in runtime: String) throws -> FileLock {
        guard let above = try Folder.open(runtime) else {
            throw SetupError.noSession(user: Person.name(ofUser: geteuid()))
        }
        // The folder is closed to others, since a user who can open the file can lock them out.
        let folder = try OwnFolder.make("apod-mirror-setup", in: above)
        do {
            return try FileLock("lock", in: folder)
        } catch FolderError.locked {
            throw SetupError.busy
        }
    }
}
