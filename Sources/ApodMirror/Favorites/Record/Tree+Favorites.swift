internal import Folder

extension Tree {
    /// `favorites.json`, `nil` when there is none; throws when it cannot be understood.
    func favoritesRecord() throws -> FavoritesRecord? {
        var memory = ReadMemory<FavoritesRecord?>()
        return switch try storedFavorites(remembering: &memory) {
        case .missing: nil
        case .readable(let record, _): record
        case .damaged: throw FavoritesError.damaged(path: "\(root.path)/\(FavoritesDisk.file)")
        }
    }

    /// Only "no such file" means missing: what cannot be read now may be whole.
    func storedFavorites(remembering memory: inout ReadMemory<FavoritesRecord?>) throws -> StoredFavorites {
        guard let bytes = try root.read(FavoritesDisk.file, limit: Self.limit) else { return .missing }
        let read = try memory.value(of: bytes) { bytes in
            try refuseNewer(bytes, FavoritesDisk.file)
            return try? JSONFile.decode(FavoritesRecord.self, from: bytes)
        }
        return read.value.map { .readable($0, sha256: read.sha256) } ?? .damaged
    }

    /// The mirror's own copy; `nil` also when it is damaged: then it speaks for nothing.
    func keptFavorites(remembering memory: inout ReadMemory<KeptFavorites?>) throws -> KeptFavorites? {
        let path = Self.own.appending(FavoritesDisk.file)
        guard let bytes = try root.read(path, limit: Self.limit) else { return nil }
        return memory.value(of: bytes) { try? JSONFile.decode(KeptFavorites.self, from: $0) }.value
    }

    private func refuseNewer(_ bytes: [UInt8], _ name: FilePath) throws {
        guard let version = try? JSONFile.decode(MirrorIdentity.Version.self, from: bytes).version,
            version > FavoritesRecord.newestVersion
        else { return }
        throw FavoritesError.newer(path: "\(root.path)/\(name)", version: version)
    }

    private static let limit = 256 << 20
}

enum FavoritesError: Error, Equatable, CustomStringConvertible {
    case newer(path: String, version: Int)
    case damaged(path: String)
    /// The same, told by the pass that does it.
    case setAside(path: String)

    var description: String {
        switch self {
        case .newer(let path, let version):
            "\(path) was written by a newer apod-mirror (format \(version)). Install that version; nothing was changed."
        case .setAside(let path):
            "\(path) could not be read as favorites. It was kept aside as “favorites damaged.json”, and made anew from "
                + "the links and the mirror's own copy."
        case .damaged(let path):
            "\(path) cannot be read as favorites. The next pass over favorites/ keeps it aside and writes a new one."
        }
    }
}
