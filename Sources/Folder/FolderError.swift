internal import Glibc

/// A failure with a file, with its whole path.
public enum FolderError: Error, Equatable, Sendable {
    /// A symbolic link stands where a folder or file of ours belongs; it is not followed.
    case symlink(path: String)
    /// The path leads out of the folder it belongs in, or cannot be a name at all.
    case outside(path: String)
    case notFolder(path: String)
    case notFile(path: String)
    /// The file belongs to a user whose files are not believed there.
    case foreign(path: String, owner: UInt32)
    case locked(path: String)
    case tooLarge(path: String, limit: Int)
    /// Another program has leased the file; it can be opened once the lease ends.
    case inUse(path: String)
    case noLinks(path: String)
    /// Any other failure that the system reports.
    case system(action: String, path: String, code: Int32)

    init(_ action: String, _ path: String, _ code: Int32) {
        self =
            switch code {
            case ELOOP: .symlink(path: path)
            case ENOTDIR: .notFolder(path: path)
            case EAGAIN: .inUse(path: path)
            default: .system(action: action, path: path, code: code)
            }
    }

    /// Whether the disk, or the user's quota on it, is full.
    public var isDiskFull: Bool {
        guard case .system(_, _, let code) = self else { return false }
        return code == ENOSPC || code == EDQUOT
    }

    /// Whether the file may be sound and only cannot be had now.
    public var isOfSystem: Bool {
        switch self {
        case .system, .inUse: true
        default: false
        }
    }

    /// Whether the file system, or this user's rights on it, forbid writing.
    public var isNotWritable: Bool {
        guard case .system(_, _, let code) = self else { return false }
        return code == EROFS || code == EACCES || code == EPERM
    }
}

extension FolderError {
    public var path: String {
        switch self {
        case .symlink(let path), .outside(let path), .notFolder(let path), .notFile(let path),
            .foreign(let path, _), .locked(let path), .tooLarge(let path, _), .inUse(let path), .noLinks(let path),
            .system(_, let path, _):
            path
        }
    }

    /// The reason without the path, as the end of a sentence that names the file otherwise.
    public var reason: String {
        guard case .system(_, _, let code) = self else { return description }
        return Self.reason(code)
    }
}

extension FolderError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .symlink(let path):
            "\(path) is a symbolic link where a folder or file of the mirror belongs; it was left alone. "
                + "Put the real one in its place."
        case .outside(let path):
            "\(path) leads out of its folder; it was refused."
        case .notFolder(let path):
            "\(path) is not a folder, or something above it is not."
        case .notFile(let path):
            "\(path) is not a regular file; it was left alone."
        case .foreign(let path, let owner):
            "\(path) belongs to user \(owner), who is not the mirror's owner, so nothing in it is believed."
        case .locked(let path):
            "\(path) is locked by another process."
        case .tooLarge(let path, let limit):
            "\(path) is larger than \(limit) bytes and was not read."
        case .inUse(let path):
            "\(path) is open exclusively in another program; it is tried again."
        case .noLinks(let path):
            "\(path) cannot be made: its disk has no symbolic links."
        case .system(let action, let path, let code):
            "Could not \(action) \(path): \(Self.reason(code))."
        }
    }

    static func reason(_ code: Int32) -> String {
        switch code {
        case EMFILE: "this process has too many files open. \(DescriptorLimit.remedy.dropLast())"
        case ENOSPC: "the disk is full"
        case EDQUOT: "the disk quota is used up"
        case EROFS: "the file system is read-only"
        case EXDEV: "it lies on another file system than the mirror"
        default: String(cString: strerror(code))
        }
    }
}
