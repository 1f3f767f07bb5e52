package import Days
internal import Folder
internal import Hashing

extension Tree {
    /// Compares a day's file with its sum, byte for byte; `nil` when all is well or the day has no picture.
    package func check(_ day: Day) -> Damage? {
        var path = "\(root.path)/\(Self.metadataPath(day))"
        do {
            guard let stored = try metadata(day) else { return nil }
            // A day's JSON is never found under another day's name.
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
