internal import CLinux
internal import Glibc

extension Folder {
    /// Bytes that this user may still write on the folder's file system.
    public func freeBytes() throws(FolderError) -> Int64 {
        var status = statfs()
        guard fstatfs(descriptor, &status) == 0 else { throw FolderError("ask for the free space of", path, errno) }
        // Network file systems report fantasies: more blocks than bytes can be counted are plenty.
        let (bytes, isTooMuch) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isTooMuch ? .max : Int64(clamping: bytes)
    }
}
