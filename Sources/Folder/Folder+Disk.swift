internal import CLinux
internal import Glibc

extension Folder {
    /// Bytes that this user may still write on the folder's file system.
    public func freeBytes() throws(FolderError) -> Int64 {
        var status = statfs()
        guard fstatfs(descriptor, &status) == 0 else { throw FolderError("ask for the free space of", path, errno) }
        // Network file systems report absurd sizes; more than can be counted in bytes is plenty.
        let (bytes, isTooMuch) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isTooMuch ? .max : Int64(clamping: bytes)
    }
}

extension Folder {
    /// Whether files may change here without this machine's kernel: on network and FUSE mounts inotify does not report
    /// what other machines do. A file system whose type cannot be read counts as local.
    public var isRemote: Bool {
        var status = statfs()
        return fstatfs(descriptor, &status) == 0 && Self.isRemote(UInt32(truncatingIfNeeded: status.f_type))
    }

    /// Whether a file belongs to the user who makes it. On file systems without users, and on mounts with rules of
    /// their own, the mount decides.
    public var hasOwners: Bool {
        var status = statfs()
        guard fstatfs(descriptor, &status) == 0 else { return true }
        let type = UInt32(truncatingIfNeeded: status.f_type)
        let foreign = [UInt32(MSDOS_SUPER_MAGIC), UInt32(EXFAT_SUPER_MAGIC), Self.ntfs3]
        return !Self.isRemote(type) && !foreign.contains(type)
    }

    /// The kernel's own driver for NTFS, which its headers do not name.
    private static let ntfs3: UInt32 = 0x7366_746E

    static func isRemote(_ fileSystem: UInt32) -> Bool {
        let remote = [
            UInt32(NFS_SUPER_MAGIC), UInt32(SMB2_SUPER_MAGIC), UInt32(CIFS_SUPER_MAGIC), UInt32(FUSE_SUPER_MAGIC),
            UInt32(V9FS_MAGIC),
        ]
        return remote.contains(fileSystem)
    }

    /// A path to this very folder through no name that could change, for C libraries that take only paths. It is valid
    /// as long as the folder is open.
    public var descriptorPath: String { "/proc/self/fd/\(descriptor)/" }

    /// Whether one of two folders is the other, or lies in it, by whatever links they were opened.
    public func overlaps(_ other: Folder) -> Bool {
        realPath.hasPrefix(other.realPath) || other.realPath.hasPrefix(realPath)
    }

    /// The folder's path as the kernel knows it, without links and with a slash at its end.
    private var realPath: String {
        let found = try? Folder.open("/proc/self/fd")?.linkTarget("\(descriptor)")
        let text = found?.description ?? path
        return text.hasSuffix("/") ? text : text + "/"
    }
}
