internal import Glibc

/// An exclusive lock on a file for as long as the value lives, or the process.
public final class FileLock: Sendable {
    private let file: OpenFile

    /// `FolderError.locked` when another process has it. The file stays when the lock goes: its name is the meeting
    /// point, and removing it would let two processes lock two files of one name.
    public init(_ name: FilePath, in folder: Folder) throws(FolderError) {
        file = try folder.openToAppend(name)
        guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            throw code == EWOULDBLOCK ? .locked(path: file.path) : FolderError("lock", file.path, code)
        }
    }

    /// Whether another process has it, found out without making the file or writing to it.
    public static func isTaken(_ name: FilePath, in folder: Folder) throws(FolderError) -> Bool {
        guard let file = try folder.open(name) else { return false }
        if flock(file.descriptor, LOCK_SH | LOCK_NB) == 0 { return false }
        return errno == EWOULDBLOCK
    }

    /// Leaves a word for those who find it locked. In place: another file under the name would be another lock.
    public func write(_ text: String) throws(FolderError) {
        try file.rewrite(Array(text.utf8))
    }

    /// Closing is not enough: a process that is just being started has a copy of the descriptor until it becomes
    /// another program, and the copy would hold the lock so long.
    deinit {
        flock(file.descriptor, LOCK_UN)
    }
}
