internal import CLinux
internal import Glibc

extension Folder {
    /// Bytes that this user may still write on the folder's file system.
    public func freeBytes() throws(FolderError) -> Int64 {
        var status = statfs()
        guard fstatfs(descriptor, &status) == 0 else { throw FolderError("ask for the free space of", path, errno) }
        return Int64(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
    }
}
