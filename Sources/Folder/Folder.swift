internal import CLinux
internal import Glibc

/// A directory as an open handle: every access below the mirror's root goes through one.
///
/// Paths are resolved beneath the handle and never through a symbolic link, so neither a title with `../` in it nor a
/// year folder replaced by a link can lead outside. A written file appears whole or not at all (``Saver``).
public final class Folder: Sendable {
    let descriptor: CInt
    /// For messages only: the folder may have been renamed since it was opened.
    public let path: String
    /// The users whose folders and files are believed below; `nil` for those of every user. Folders opened through this
    /// one inherit it.
    public let owners: Owners?

    private init(descriptor: CInt, path: String, owners: Owners?) {
        self.descriptor = descriptor
        self.path = path
        self.owners = owners
    }

    deinit {
        close(descriptor)
    }

    /// Opens a folder by a path the owner chose: links in it are theirs and are followed.
    public static func open(_ path: String) throws(FolderError) -> Folder? {
        let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor < 0 {
            let code = errno
            if code == ENOENT { return nil }
            throw FolderError("open", path, code)
        }
        return Folder(descriptor: descriptor, path: path, owners: nil)
    }

    /// The same folder as a second handle, which believes only these users' folders and files.
    public func believing(_ owners: Owners) throws(FolderError) -> Folder {
        let descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { throw FolderError("open", path, errno) }
        return Folder(descriptor: descriptor, path: path, owners: owners)
    }

    /// The folder at a path below, `nil` when there is none.
    public func folder(_ path: FilePath) throws(FolderError) -> Folder? {
        try folder(path, of: owners)
    }

    /// The folder at a path below, in which files of every user are believed; `nil` when there is none.
    public func everybodysFolder(_ path: FilePath) throws(FolderError) -> Folder? {
        try folder(path, of: nil)
    }

    /// The folder at a path below, `nil` when there is none; ``FolderError/outside(path:)`` when something is mounted
    /// on the way to it.
    public func folderOnThisMount(_ path: FilePath) throws(FolderError) -> Folder? {
        try folder(path, of: owners, resolve: UInt64(RESOLVE_NO_XDEV))
    }

    private func folder(_ path: FilePath, of owners: Owners?, resolve: UInt64 = 0) throws(FolderError) -> Folder? {
        guard let descriptor = try openBeneath(path, O_RDONLY | O_DIRECTORY, resolve: resolve) else { return nil }
        let folder = Folder(descriptor: descriptor, path: shown(path), owners: owners)
        if let owners { try owners.check(folder.status(), at: folder.path) }
        return folder
    }

    /// The folder at a path below, made where it is missing; every new one is durable before this returns.
    public func makeFolder(_ path: FilePath) throws(FolderError) -> Folder {
        if let existing = try folder(path) { return existing }
        let parent = if let above = path.parent { try makeFolder(above) } else { self }
        let made = path.name.withCString { mkdirat(parent.descriptor, $0, 0o777) }
        if made != 0 {
            let code = errno
            if code != EEXIST { throw FolderError("create", shown(path), code) }
        } else {
            try parent.sync()
        }
        guard let folder = try parent.folder(path.name) else { throw FolderError("create", shown(path), ENOENT) }
        return folder
    }

    /// Does what ``everybodysFolder(_:)`` does, and makes the folder where it is missing.
    public func makeEverybodysFolder(_ path: FilePath) throws(FolderError) -> Folder {
        if let existing = try everybodysFolder(path) { return existing }
        _ = try makeFolder(path)
        guard let folder = try everybodysFolder(path) else { throw FolderError("create", shown(path), ENOENT) }
        return folder
    }

    /// Lets a group make and remove names in the folder, and gives it everything made there later. Only the owner can;
    /// another user's folder stays as it is.
    public func share(withGroup group: UInt32) throws(FolderError) {
        let status = try status()
        guard status.owner == geteuid(), status.group != group || status.mode != 0o2775 else { return }
        guard fchown(descriptor, uid_t.max, group) == 0, fchmod(descriptor, 0o2775) == 0 else {
            throw FolderError("share", path, errno)
        }
    }

    /// Denies every other user access to the folder.
    public func keepToOwner() throws(FolderError) {
        guard fchmod(descriptor, 0o700) == 0 else { throw FolderError("change the mode of", path, errno) }
    }

    /// Gives the folder to a user; only root can.
    public func handOver(user: UInt32, group: UInt32) throws(FolderError) {
        guard fchown(descriptor, user, group) == 0 else { throw FolderError("hand over", path, errno) }
    }

    /// Whether this process may make and remove names in the folder.
    public var isWritable: Bool {
        faccessat(descriptor, ".", W_OK | X_OK, AT_EACCESS) == 0
    }

    /// Makes the folder's own entries durable: names that came, went or changed.
    public func sync() throws(FolderError) {
        guard fsync(descriptor) == 0 else { throw FolderError("flush", path, errno) }
    }

    /// Makes inotify report a change of the folder itself, by setting its times; best effort. Every user who may write
    /// to the folder may do so, not only its owner.
    public func announce() {
        _ = futimens(descriptor, nil)
    }

    /// Opens a path beneath this folder; `nil` when it does not exist.
    func openBeneath(
        _ path: FilePath, _ flags: CInt, mode: mode_t = 0, resolve: UInt64 = 0
    ) throws(FolderError) -> CInt? {
        // An absolute path leads outside, and a C string would end at the zero.
        if path.bytes.first == UInt8(ascii: "/") || path.bytes.contains(0) { throw .outside(path: shown(path)) }
        let resolve = resolve | UInt64(RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS)
        var tries = 0
        while true {
            let opened = path.withCString {
                linux_openat2(descriptor, $0, UInt64(flags | O_CLOEXEC), UInt64(mode), resolve)
            }
            if opened >= 0 { return opened }
            let code = errno
            switch code {
            case ENOENT: return nil
            case EINTR: continue
            // EAGAIN means that a folder on the way was renamed meanwhile, and the next try succeeds; or that another
            // program has leased the file, and every try fails until the lease ends.
            case EAGAIN where tries < Self.mostTries: tries += 1
            case EXDEV: throw .outside(path: shown(path))
            case ELOOP:
                // The system does not say which component is the link; opening the folders above finds the first one.
                if let above = path.parent { _ = try folder(above) }
                throw .symlink(path: shown(path))
            default: throw FolderError("open", shown(path), code)
            }
        }
    }

    private static let mostTries = 8

    /// Refuses a path that is more than one name in this folder.
    func check(_ name: FilePath) throws(FolderError) {
        if !name.isName { throw .outside(path: shown(name)) }
    }

    /// The path of what lies below this folder, for a message.
    public func shown(_ below: FilePath) -> String {
        path == "/" ? "/\(below)" : "\(path)/\(below)"
    }
}

// MARK: - A path that the owner chose

extension Folder {
    /// Opens a folder by a path the owner chose, made with its parents where it is missing; each new one is durable.
    public static func make(_ path: String) throws(FolderError) -> Folder {
        if let existing = try open(path) { return existing }
        let parent = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
        if !parent.isEmpty { _ = try make(parent) }
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw FolderError("create", path, errno) }
        // The sync is best effort: a parent may let us make folders in it and not open it.
        try? open(parent.isEmpty ? (path.utf8.first == UInt8(ascii: "/") ? "/" : ".") : parent)?.sync()
        guard let folder = try open(path) else { throw FolderError("create", path, ENOENT) }
        return folder
    }
}
