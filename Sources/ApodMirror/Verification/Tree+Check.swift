internal import Folder
internal import Transfer

/// What is wrong with a day's picture or its JSON.
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
    func check(_ day: Day) -> Damage? {
        var path = "\(root.path)/\(Self.metadataPath(day))"
        do {
            guard let stored = try metadata(day) else { return nil }
            // Under another day's name nothing finds it.
            if stored.date != day { return .metadata(path: path) }
            guard stored.mirror.state != .hidden, let picture = stored.mirror.picture else { return nil }
            guard let name = stored.visibleName else { return .metadata(path: path) }
            path = self.path(of: name, day: day)
            guard let month = try root.folder(Self.monthPath(day)),
                try month.status(FilePath(name))?.kind == .file, let file = try month.open(FilePath(name))
            else { return .missing(path: path) }
            return try SHA256.hash(file: file.descriptor) == picture.sha256 ? nil : .changed(path: path)
        } catch let error as DamagedMetadata {
            return .metadata(path: error.path)
        } catch {
            return .unreadable(path: path, reason: "\(error)")
        }
    }
}

extension Tree {
    /// What is wrong with a favorite's second copy, compared byte for byte; `nil` when nothing is, or when there is no
    /// picture yet to be kept twice.
    func checkVault(_ day: Day) throws -> String? {
        switch try vaultState(of: day) {
        case .missing:
            guard let stored = try? metadata(day), stored.mirror.picture != nil, stored.mirror.state != .hidden else {
                return nil
            }
            return "\(day) is a favorite, and has no second copy in \(root.path)/\(Vault.path)."
        case .damaged(let path):
            return "\(path), a favorite's second copy, is missing, of another size or cannot be read."
        case .whole:
            guard let folder = try root.folder(Vault.path), let story = Vault(folder: folder).story(day) else {
                return nil
            }
            if story.openPicture(in: folder)?.hasSum(story.picture.sha256) == true { return nil }
            return "\(folder.path)/\(story.file), a favorite's second copy, is not what was stored: its sum differs."
        }
    }
}
