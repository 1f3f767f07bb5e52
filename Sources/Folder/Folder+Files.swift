internal import CLinux
internal import Glibc

extension Folder {
    public enum Kind: Sendable {
        case file, folder, symlink, other
    }

    /// A name in the folder and the kind of file it named when the folder was listed.
    public struct Entry: Hashable, Sendable {
        public let name: FilePath
        public let kind: Kind

        public init(name: FilePath, kind: Kind) {
            self.name = name
            self.kind = kind
        }
    }

    /// Everything in the folder except `.` and `..`, in no order. Any failure to read is an error, never a short list.
    public func entries() throws(FolderError) -> [Entry] {
        // The listing has a descriptor of its own, because a directory stream moves the offset of its descriptor.
        guard let own = try openBeneath(".", O_RDONLY | O_DIRECTORY) else { throw FolderError("list", path, ENOENT) }
        guard let stream = fdopendir(own) else {
            let code = errno
            close(own)
            throw FolderError("list", path, code)
        }
        defer { closedir(stream) }
        var entries: [Entry] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                let code = errno
                if code != 0 { throw FolderError("list", path, code) }
                return entries
            }
            let name = Self.name(of: entry)
            if name.isNone { continue }
            entries.append(Entry(name: name, kind: try kind(Int(entry.pointee.d_type), name)))
        }
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> FilePath {
        guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return "" }
        let start = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
        return FilePath(bytes: Array(UnsafeRawBufferPointer(start: start, count: strlen(start))))
    }

    private func kind(_ type: Int, _ name: FilePath) throws(FolderError) -> Kind {
        switch type {
        case Int(DT_REG): .file
        case Int(DT_DIR): .folder
        case Int(DT_LNK): .symlink
        // Some file systems do not give the kind in the listing.
        case Int(DT_UNKNOWN): try status(name)?.kind ?? .other
        default: .other
        }
    }
}

// MARK: - Files

extension Folder {
    /// Opens a regular file to read, `nil` when there is none. Never waits on a pipe or a device.
    public func open(_ path: FilePath) throws(FolderError) -> OpenFile? {
        try opened(path)?.file
    }

    /// Opens a regular file to read, with its status as of the opening; `nil` when there is none.
    public func opened(_ path: FilePath) throws(FolderError) -> (file: OpenFile, status: FileStatus)? {
        try openFile(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    }

    /// Opens a regular file to write on at its end, and makes it where it is missing.
    public func openToAppend(_ name: FilePath) throws(FolderError) -> OpenFile {
        guard let file = try openFile(name, O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK, mode: 0o666)?.file else {
            throw FolderError("create", shown(name), ENOENT)
        }
        return file
    }

    /// Opens a regular file that may be rewritten in place, `nil` when there is none. It is opened only to read:
    /// inotify reports the closing of a file that was open for writing as a change, even when nothing was written.
    public func openToRewrite(_ name: FilePath) throws(FolderError) -> OpenFile? {
        guard let file = try open(name) else { return nil }
        try file.checkWritable()
        return file
    }

    /// A new, empty file; `nil` when the name is taken.
    public func createNew(_ name: FilePath) throws(FolderError) -> OpenFile? {
        do {
            return try openFile(name, O_RDWR | O_CREAT | O_EXCL, mode: 0o666)?.file
        } catch .system(_, _, EEXIST) {
            return nil
        }
    }

    /// A new, empty file, in place of any file that has the name.
    func create(_ name: FilePath) throws(FolderError) -> OpenFile {
        let flags = O_RDWR | O_CREAT | O_EXCL
        if try status(name) != nil { try remove(name) }
        guard let file = try openFile(name, flags, mode: 0o666)?.file else {
            throw FolderError("create", shown(name), ENOENT)
        }
        return file
    }

    /// A small file's bytes, `nil` when it is missing.
    public func read(_ path: FilePath, limit: Int = 16 << 20) throws(FolderError) -> [UInt8]? {
        guard let (file, status) = try opened(path) else { return nil }
        guard status.bytes <= limit else { throw .tooLarge(path: shown(path), limit: limit) }
        return try file.read(Int(status.bytes), at: 0)
    }

    private func openFile(
        _ path: FilePath, _ flags: CInt, mode: mode_t = 0
    ) throws(FolderError) -> (file: OpenFile, status: FileStatus)? {
        guard let descriptor = try openBeneath(path, flags, mode: mode) else { return nil }
        let file = OpenFile(descriptor: descriptor, path: shown(path))
        let status = try file.status()
        guard status.kind == .file else { throw .notFile(path: file.path) }
        if let owners { try owners.check(status, at: file.path) }
        return (file, status)
    }
}
