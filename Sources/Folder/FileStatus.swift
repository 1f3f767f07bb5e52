internal import CLinux
internal import Glibc

/// The status of a name itself, without following a link.
public struct FileStatus: Hashable, Sendable {
    public let kind: Folder.Kind
    public let bytes: Int64
    /// Device and inode: the file itself, whatever its name at the moment.
    public let identity: Identity
    public let hardLinks: Int
    public let owner: UInt32
    public let group: UInt32
    public let mode: UInt32
    /// Seconds since 1970.
    public let modified: Int64
    /// Nanoseconds since 1970 of the last change of content.
    public let written: Int64
    /// Nanoseconds since 1970 of the last change of content, name count, owner or mode.
    public let changed: Int64

    public struct Identity: Hashable, Sendable {
        public let device: UInt64
        public let inode: UInt64

        public init(device: UInt64, inode: UInt64) {
            self.device = device
            self.inode = inode
        }
    }

    init(_ status: statx) {
        kind =
            switch UInt32(status.stx_mode) & UInt32(Glibc.S_IFMT) {
            case UInt32(Glibc.S_IFREG): .file
            case UInt32(Glibc.S_IFDIR): .folder
            case UInt32(Glibc.S_IFLNK): .symlink
            default: .other
            }
        bytes = Int64(status.stx_size)
        identity = Identity(
            device: UInt64(status.stx_dev_major) << 32 | UInt64(status.stx_dev_minor), inode: status.stx_ino)
        hardLinks = Int(status.stx_nlink)
        owner = status.stx_uid
        group = status.stx_gid
        mode = UInt32(status.stx_mode) & 0o7777
        modified = status.stx_mtime.tv_sec
        written = Self.nanoseconds(status.stx_mtime)
        changed = Self.nanoseconds(status.stx_ctime)
    }

    /// The clock that the kernel takes ``changed`` from, in nanoseconds since 1970.
    public static var clock: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME_COARSE, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }

    /// Whether a change made now would get another time than this one. Two changes within one tick of the clock have
    /// the same time. A change dated in the future cannot be one made now either.
    public static func isOver(_ change: Int64, at now: Int64 = clock) -> Bool {
        let (distance, isFar) = now.subtractingReportingOverflow(change)
        return isFar || distance.magnitude > tick(of: change)
    }

    /// The nanoseconds within which a change may be followed by another of the same time.
    public static func tick(of change: Int64) -> UInt64 {
        isCoarse(change) ? 2_100_000_000 : 100_000_000
    }

    /// Whether a time has no fraction of a second, as on vfat, which counts in steps of two seconds.
    public static func isCoarse(_ change: Int64) -> Bool {
        change % 1_000_000_000 == 0
    }

    /// Saturates, because a file system may claim any time at all.
    private static func nanoseconds(_ time: statx_timestamp) -> Int64 {
        let (nanoseconds, isTooLarge) = time.tv_sec.multipliedReportingOverflow(by: 1_000_000_000)
        return isTooLarge ? (time.tv_sec < 0 ? .min : .max) : nanoseconds &+ Int64(time.tv_nsec)
    }
}

extension Folder {
    /// The status of a name in this very folder, or below it through folders that are no links; `nil` when it is not
    /// there. The last component is never followed.
    public func status(_ path: FilePath) throws(FolderError) -> FileStatus? {
        if path.bytes.first == UInt8(ascii: "/") { throw .outside(path: shown(path)) }
        guard let above = path.parent else { return try status(ofName: path) }
        return try folder(above)?.status(ofName: path.name)
    }

    public func status() throws(FolderError) -> FileStatus {
        guard let status = try Self.status(descriptor, "", flags: Self.itself, shown: path) else {
            throw FolderError("look at", path, ENOENT)
        }
        return status
    }

    /// Dates a file or folder back to now if its time lies ahead of the clock, best effort: the clock was put back, and
    /// until it comes there again everything made later would look older.
    ///
    /// - Returns: when its content was last written, in nanoseconds since 1970; `nil` when it is not there.
    public func dateBackToNow(_ path: FilePath) throws(FolderError) -> Int64? {
        guard let written = try status(path)?.written else { return nil }
        let now = FileStatus.clock
        guard written > now, let above = try path.parent.map({ path throws(FolderError) in try folder(path) }) ?? self
        else { return written }
        let time = timespec(nanoseconds: now)
        _ = path.name.withCString { utimensat(above.descriptor, $0, [time, time], AT_SYMLINK_NOFOLLOW) }
        return now
    }

    private func status(ofName name: FilePath) throws(FolderError) -> FileStatus? {
        try check(name)
        return try Self.status(descriptor, name, flags: AT_SYMLINK_NOFOLLOW, shown: shown(name))
    }

    /// The flag by which statx means the descriptor itself.
    static let itself = CInt(LINUX_AT_EMPTY_PATH)

    static func status(
        _ descriptor: CInt, _ path: FilePath, flags: CInt, shown: @autoclosure () -> String
    ) throws(FolderError) -> FileStatus? {
        var result = statx()
        let code = path.withCString {
            // A network mount is not asked to synchronise with its server: its cached attributes are enough.
            linux_statx(descriptor, $0, flags | CInt(LINUX_AT_STATX_DONT_SYNC), UInt32(STATX_BASIC_STATS), &result)
        }
        if code == 0 { return FileStatus(result) }
        let reason = errno
        if reason == ENOENT { return nil }
        throw FolderError("look at", shown(), reason)
    }
}
