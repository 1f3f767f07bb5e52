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
            if name.bytes == Array(".".utf8) || name.bytes == Array("..".utf8) { continue }
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
