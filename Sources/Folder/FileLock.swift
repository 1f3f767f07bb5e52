internal import Glibc

/// An exclusive lock on a file for as long as the value lives, or the process.
public final class FileLock: Sendable {
    private let file: OpenFile

    /// Throws `FolderError.locked` when another process has the lock. The file stays when the lock goes: removing its
    /// name would let two processes lock two files of one name.
    public init(_ name: FilePath, in folder: Folder) throws(FolderError) {
        file = try folder.openToAppend(name)
        guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            throw code == EWOULDBLOCK ? .locked(path: file.path) : FolderError("lock", file.path, code)
        }
    }

    /// Whether another process has the lock, tested without making the file or writing to it.
    public static func isTaken(_ name: FilePath, in folder: Folder) throws(FolderError) -> Bool {
        guard let file = try folder.open(name) else { return false }
        if flock(file.descriptor, LOCK_SH | LOCK_NB) == 0 { return false }
        return errno == EWOULDBLOCK
    }

    /// Leaves a text for processes that find the file locked. It is written in place: a new file would be another lock.
    public func write(_ text: String) throws(FolderError) {
        try file.rewrite(Array(text.utf8))
    }

    /// Unlocks explicitly, because closing is not enough: a process that is being started has a copy of the descriptor
    /// until its exec, and the copy would hold the lock that long.
    deinit {
        flock(file.descriptor, LOCK_UN)
    }
}
