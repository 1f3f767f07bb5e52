package import Folder
internal import Glibc
internal import Settings

/// Keeps two runs of `setup` apart, which would write the same files.
package enum SetupLock {
    /// Holds for as long as the value lives.
    ///
    /// - Parameter runtime: a folder of the owner's that is gone with the machine's run.
    package static func take(in runtime: String) throws -> FileLock {
        guard let above = try Folder.open(runtime) else {
            throw SetupError.noSession(user: Person.name(ofUser: geteuid()))
        }
        // Whoever can open the file can lock it, and keep everybody else out.
        let folder = try OwnFolder.make("apod-mirror-setup", in: above)
        do {
            return try FileLock("lock", in: folder)
        } catch FolderError.locked {
            throw SetupError.busy
        }
    }
}
