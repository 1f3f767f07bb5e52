internal import Folder

/// Keeps two runs of `setup` apart, which would write the same files.
enum SetupLock {
    /// Holds for as long as the value lives.
    ///
    /// - Parameter runtime: a folder of the owner's that is gone with the machine's run.
    static func take(in runtime: String) throws -> FileLock {
        // Whoever can open the file can lock it, and keep everybody else out.
        let folder = try Folder.make(runtime + "/apod-mirror-setup")
        try folder.keepToOwner()
        do {
            return try FileLock("lock", in: folder)
        } catch FolderError.locked {
            throw SetupError.busy
        }
    }
}
