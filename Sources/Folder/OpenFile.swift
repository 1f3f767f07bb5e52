internal import CLinux
internal import Glibc

/// An open regular file.
public final class OpenFile: Sendable {
    /// For a library that writes into the file itself.
    public let descriptor: CInt
    /// For messages only.
    public let path: String

    init(descriptor: CInt, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit {
        close(descriptor)
    }

    public func status() throws(FolderError) -> FileStatus {
        guard let status = try Folder.status(descriptor, "", flags: Folder.itself, shown: path) else {
            throw FolderError("look at", path, ENOENT)
        }
        return status
    }

    /// The file's length, by a system call that the thumbnailer's cage allows.
    public func length() throws(FolderError) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FolderError("look at", path, errno) }
        return Int(status.st_size)
    }

    /// Up to `count` bytes from an offset; fewer only at the end of the file.
    public func read(_ count: Int, at offset: Int64) throws(FolderError) -> [UInt8] {
        // An empty array shares its storage with all empty arrays, whose length every thread would then write.
        guard count > 0 else { return [] }
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = pread(
                    descriptor, buffer.baseAddress?.advanced(by: filled), count - filled, off_t(offset) + filled)
                if got < 0 {
                    code = errno
                    if code == EINTR { continue }
                    return
                }
                code = 0
                if got == 0 { return }
                filled += got
            }
        }
        if code != 0 { throw FolderError("read", path, code) }
        return bytes
    }

    public func write(_ bytes: [UInt8]) throws(FolderError) {
        try write(bytes[...])
    }

    public func write(_ bytes: ArraySlice<UInt8>) throws(FolderError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.write(descriptor, buffer.baseAddress?.advanced(by: written), bytes.count - written)
            }
            if count < 0 {
                let code = errno
                if code == EINTR { continue }
                throw FolderError("write", path, code)
            }
            written += count
        }
    }

    /// Overwrites the whole content with a few bytes, whatever the file's name by now; returns the file as it is open for
    /// writing, whose flush makes that durable. The bytes must fit into one block, because a power cut might tear more.
    @discardableResult
    public func rewrite(_ bytes: [UInt8]) throws(FolderError) -> OpenFile {
        // Opens the same file again, for writing; O_NONBLOCK does not wait for a lease to end.
        let written = Glibc.open(descriptorPath, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        guard written >= 0 else { throw FolderError("write", path, errno) }
        let file = OpenFile(descriptor: written, path: path)
        let count = bytes.withUnsafeBytes { pwrite(file.descriptor, $0.baseAddress, bytes.count, 0) }
        guard count == bytes.count else { throw FolderError("write", path, count < 0 ? errno : EIO) }
        try file.truncate(to: Int64(bytes.count))
        return file
    }

    /// Throws unless this process may write to the file; asks without opening it for writing.
    func checkWritable() throws(FolderError) {
        guard faccessat(AT_FDCWD, descriptorPath, W_OK, AT_EACCESS) == 0 else {
            throw FolderError("write", path, errno)
        }
    }

    /// A path to this very file, whatever its names are by now.
    var descriptorPath: String { "/proc/self/fd/\(descriptor)" }

    /// Gives the file the group and mode of a file made in the folder.
    public func adopt(into folder: Folder) throws(FolderError) {
        _ = fchown(descriptor, uid_t.max, try folder.status().group)
        if fchmod(descriptor, 0o666 & ~Umask.ofProcess) == 0 { return }
        let code = errno
        // File systems without owners have no modes either: vfat refuses a mode that the mount did not set.
        if folder.hasOwners { throw FolderError("change the mode of", path, code) }
    }

    /// Makes inotify report the file to watchers of its folder, by setting its mode to what it is; best effort.
    public func announce() {
        if let mode = try? status().mode { _ = fchmod(descriptor, mode) }
    }

    public func truncate(to bytes: Int64) throws(FolderError) {
        guard ftruncate(descriptor, off_t(bytes)) == 0 else { throw FolderError("shorten", path, errno) }
    }

    /// Sets the modification time, in seconds since 1970; best effort.
    public func setModified(_ seconds: Int64) {
        setWritten(seconds * 1_000_000_000)
    }

    /// Sets the modification time, in nanoseconds since 1970.
    public func setWritten(_ nanoseconds: Int64) {
        let time = timespec(nanoseconds: nanoseconds)
        _ = futimens(descriptor, [time, time])
    }

    /// Lets the system begin to write the data out, so that a later flush has less to wait for.
    public func startFlush() {
        _ = sync_file_range(descriptor, 0, 0, UInt32(SYNC_FILE_RANGE_WRITE))
    }

    /// Makes the content durable; the name is durable once its folder is synced.
    public func flush() throws(FolderError) {
        guard fsync(descriptor) == 0 else { throw FolderError("flush", path, errno) }
    }

    func flushData() throws(FolderError) {
        guard fdatasync(descriptor) == 0 else { throw FolderError("flush", path, errno) }
    }

    /// Shares another file's blocks until one of the two is written to; `false` where the file system cannot.
    func clone(_ source: OpenFile) -> Bool {
        linux_clone_file(descriptor, source.descriptor) == 0
    }

    /// Fills this empty file with another's bytes: shared where the file system can, copied in the kernel otherwise.
    func fill(from source: OpenFile) throws(FolderError) {
        if clone(source) { return }
        var offset: off_t = 0
        while true {
            let copied = copy_file_range(source.descriptor, &offset, descriptor, nil, 1 << 30, 0)
            if copied > 0 { continue }
            // Some file systems return zero where they cannot copy; the reads below find out whether it is the end.
            if copied == 0 { break }
            let code = errno
            if code == EINTR { continue }
            guard code == EXDEV || code == EINVAL || code == ENOSYS || code == EOPNOTSUPP else {
                throw FolderError("copy to", path, code)
            }
            break
        }
        while true {
            let chunk = try source.read(1 << 20, at: Int64(offset))
            if chunk.isEmpty { return }
            try write(chunk)
            offset += chunk.count
        }
    }
}

// MARK: - Files in memory

extension OpenFile {
    /// An empty file without a place on any disk; it is gone with its last descriptor.
    ///
    /// - Parameter name: for messages, and for tools that show the process's open files.
    public static func inMemory(_ name: String, _ bytes: [UInt8] = []) throws(FolderError) -> OpenFile {
        let descriptor = memfd_create(name, UInt32(MFD_CLOEXEC))
        guard descriptor >= 0 else { throw FolderError("make", name, errno) }
        let file = OpenFile(descriptor: descriptor, path: name)
        try file.write(bytes)
        lseek(descriptor, 0, SEEK_SET)
        return file
    }
}

// MARK: - Extended attributes

/// Extended attributes are best effort: a file system without them loses nothing that matters.
extension OpenFile {
    /// Whether the attribute could be set.
    @discardableResult
    public func setAttribute(_ name: String, _ value: String) -> Bool {
        let bytes = Array(value.utf8)
        return bytes.withUnsafeBytes { fsetxattr(descriptor, name, $0.baseAddress, $0.count, 0) } == 0
    }

    public func attribute(_ name: String) -> String? {
        let length = fgetxattr(descriptor, name, nil, 0)
        guard length > 0 else { return nil }
        var filled = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            filled = fgetxattr(descriptor, name, buffer.baseAddress, length)
            count = max(0, filled)
        }
        return filled > 0 ? String(validating: bytes, as: UTF8.self) : nil
    }

    public func removeAttribute(_ name: String) {
        _ = fremovexattr(descriptor, name)
    }
}

/// The process's file mode mask at its start. umask(2) returns it only by setting another, for all threads.
enum Umask {
    static let ofProcess: mode_t = {
        let status = try? Folder.open("/proc/self")?.open("status")?.read(1_024, at: 0)
        let line = String(decoding: status ?? [], as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("Umask:") }
        return line?.split(separator: "\t").last.flatMap { mode_t($0, radix: 8) } ?? 0o022
    }()
}

extension timespec {
    init(nanoseconds: Int64) {
        self.init(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }
}
