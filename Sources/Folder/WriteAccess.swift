internal import CLinux
internal import Glibc

/// The users and groups that may write to a file, or to a folder's names, by its mode and its POSIX access list.
public struct WriteAccess: Equatable, Sendable {
    public enum Writer: Hashable, Sendable {
        case user(UInt32)
        case group(UInt32)
        case everybody
    }

    public let owner: UInt32
    /// The writers besides the owner, who may change the mode in any case. `.everybody` comes first.
    public let writers: [Writer]
    /// Whether each user may remove only their own files, as in /tmp.
    public let isSticky: Bool

    /// - Parameter list: The bytes of an access list as the kernel gives them; `nil` where there is none. A list that
    ///   is not understood counts as writable for everybody.
    public init(owner: UInt32, group: UInt32, mode: UInt32, list: [UInt8]? = nil) {
        self.owner = owner
        isSticky = mode & 0o1000 != 0
        guard let list else {
            writers = (mode & 0o002 != 0 ? [.everybody] : []) + (mode & 0o020 != 0 ? [.group(group)] : [])
            return
        }
        writers = AccessList(list)?.writers(group: group) ?? [.everybody]
    }
}

extension Folder {
    public func writeAccess() throws(FolderError) -> WriteAccess {
        try Self.writeAccess(try status(), descriptor, shown: path)
    }

    /// The writers of files made in the folder, whatever their mode; `nil` where the folder has no default access list.
    public func writeAccessInside() throws(FolderError) -> WriteAccess? {
        let status = try status()
        return try Self.list("system.posix_acl_default", descriptor, shown: path).map {
            WriteAccess(owner: status.owner, group: status.group, mode: 0, list: $0)
        }
    }

    static func writeAccess(
        _ status: FileStatus, _ descriptor: CInt, shown: String
    ) throws(FolderError) -> WriteAccess {
        WriteAccess(
            owner: status.owner, group: status.group, mode: status.mode,
            list: try list("system.posix_acl_access", descriptor, shown: shown))
    }

    private static func list(_ name: String, _ descriptor: CInt, shown: String) throws(FolderError) -> [UInt8]? {
        // The most that the kernel holds in an attribute.
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fgetxattr(descriptor, name, &bytes, bytes.count)
        let code = errno
        if count >= 0 { return Array(bytes[..<count]) }
        // The file has no list, or the file system has no lists.
        if code == ENODATA || code == EOPNOTSUPP { return nil }
        throw FolderError("read the access list of", shown, code)
    }
}

extension OpenFile {
    public func writeAccess() throws(FolderError) -> WriteAccess {
        try Folder.writeAccess(try status(), descriptor, shown: path)
    }

    /// Whether the file is this process's user's, and nobody else may write to it.
    public var isOursAlone: Bool {
        get throws(FolderError) {
            let access = try writeAccess()
            return access.owner == geteuid() && access.writers.isEmpty
        }
    }
}

/// A POSIX access list, as it stands in an extended attribute: a version, then eight bytes for each entry.
private struct AccessList {
    private var entries: [(tag: UInt16, canWrite: Bool, number: UInt32)] = []

    /// Returns `nil` for bytes that the kernel would not write.
    init?(_ bytes: [UInt8]) {
        func number(_ start: Int, _ count: Int) -> UInt32 {
            bytes[start..<start + count].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
        guard bytes.count >= 4, (bytes.count - 4).isMultiple(of: 8), number(0, 4) == 2 else { return nil }
        for start in stride(from: 4, to: bytes.count, by: 8) {
            let tag = UInt16(number(start, 2))
            guard [Self.owner, Self.user, Self.owningGroup, Self.group, Self.mask, Self.others].contains(tag) else {
                return nil
            }
            entries.append((tag, number(start + 2, 2) & 2 != 0, number(start + 4, 4)))
        }
    }

    private static let (owner, user, owningGroup, group, mask, others):
        (UInt16, UInt16, UInt16, UInt16, UInt16, UInt16) =
            (0x01, 0x02, 0x04, 0x08, 0x10, 0x20)

    /// - Parameter group: The file's owning group.
    func writers(group: UInt32) -> [WriteAccess.Writer] {
        // The mask bounds every entry but the owner's and the others'; the mode shows it as the group's rights.
        let isMasked = entries.contains { $0.tag == Self.mask && !$0.canWrite }
        let writers: [WriteAccess.Writer] = entries.compactMap { entry in
            guard entry.canWrite else { return nil }
            return switch entry.tag {
            case Self.user where !isMasked: .user(entry.number)
            case Self.owningGroup where !isMasked: .group(group)
            case Self.group where !isMasked: .group(entry.number)
            case Self.others: .everybody
            default: nil
            }
        }
        return writers.filter { $0 == .everybody } + writers.filter { $0 != .everybody }
    }
}

// MARK: - Owners who are believed

/// The users whose folders and files are believed below a folder. A file there that another user owns is refused with
/// an error that names it: its owner could change it at any moment.
public struct Owners: Hashable, Sendable {
    public let users: Set<UInt32>

    public init(_ users: Set<UInt32>) {
        self.users = users
    }

    public func include(_ status: FileStatus) -> Bool {
        users.contains(status.owner)
    }
}

extension Owners {
    func check(_ status: FileStatus, at path: String) throws(FolderError) {
        if !include(status) { throw .foreign(path: path, owner: status.owner) }
    }
}
