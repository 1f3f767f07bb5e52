internal import Folder
internal import Transfer

/// What `verify` finds wrong with a day.
enum Damage: Equatable, Sendable {
    /// The JSON cannot be read.
    case metadata(path: String)
    /// The JSON names a file that is not there.
    case missing(path: String)
    /// The file's bytes are not those that were stored.
    case changed(path: String)
    /// The disk does not give the file's bytes back.
    case unreadable(path: String, reason: String)
}

extension Damage: CustomStringConvertible {
    var description: String {
        switch self {
        case .metadata(let path): "\(path) cannot be read as a day's metadata."
        case .missing(let path): "\(path) is missing."
        case .changed(let path): "\(path) is not what was stored: its sum differs."
        case .unreadable(let path, let reason): "\(path) cannot be read. \(reason)"
        }
    }
}

extension Tree {
    /// Compares a day's file with its sum, byte for byte; `nil` when all is well or the day has no picture.
    func check(_ day: Day) throws -> Damage? {
        let stored: Metadata?
        do {
            stored = try metadata(day)
        } catch let error as DamagedMetadata {
            return .metadata(path: error.path)
        }
        guard let stored, stored.mirror.state != .hidden, let picture = stored.mirror.picture else { return nil }
        guard let name = stored.visibleName else { return .metadata(path: "\(root.path)/\(Self.metadataPath(day))") }
        let path = path(of: name, day: day)
        guard let month = try root.folder(Self.monthPath(day)),
            try month.status(FilePath(name))?.kind == .file, let file = try month.open(FilePath(name))
        else { return .missing(path: path) }
        do {
            return try SHA256.hash(file: file.descriptor) == picture.sha256 ? nil : .changed(path: path)
        } catch {
            return .unreadable(path: path, reason: error.description)
        }
    }
}
