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
}

extension Damage: CustomStringConvertible {
    var description: String {
        switch self {
        case .metadata(let path): "\(path) cannot be read as a day's metadata."
        case .missing(let path): "\(path) is missing."
        case .changed(let path): "\(path) is not what was stored: its sum differs."
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
        let path = path(of: picture.file, day: day)
        guard let month = try root.folder(Self.monthPath(day)),
            try month.status(FilePath(picture.file))?.kind == .file, let file = try month.open(FilePath(picture.file))
        else { return .missing(path: path) }
        let sum = try SHA256.hash(file: file.descriptor)
        return sum == picture.sha256 ? nil : .changed(path: path)
    }
}
