internal import Folder
internal import Hashing
internal import JSON
package import Settings

extension Tree {
    /// `favorites.json`, `nil` when there is none; throws when it cannot be understood.
    package func favoritesRecord() throws -> FavoritesRecord? {
        var file = KnownFile<StoredFavorites>()
        return switch try storedFavorites(&file) {
        case .missing: nil
        case .readable(let record, _): record
        case .damaged: throw FavoritesError.damaged(path: "\(root.path)/\(FavoritesRecord.file)")
        }
    }

    /// Only "no such file" means missing: a file that cannot be read now may be whole.
    package func storedFavorites(_ file: inout KnownFile<StoredFavorites>) throws -> StoredFavorites {
        guard let status = try root.status(FavoritesRecord.file) else { return .missing }
        return try file.value(status) {
            guard let bytes = try root.read(FavoritesRecord.file, limit: Self.limit) else { return .missing }
            try refuseNewer(bytes, FavoritesRecord.file)
            guard let record = try? JSONReader.read(FavoritesRecord.self, from: bytes) else { return .damaged }
            return .readable(record, sha256: SHA256.hash(bytes))
        }
    }

    /// The mirror's own copy; `nil` also when it is damaged, since it proves nothing then.
    package func keptFavorites(_ file: inout KnownFile<KeptFavorites?>) throws -> KeptFavorites? {
        let path = Self.own.appending(FavoritesRecord.file)
        guard let status = try root.status(path) else { return nil }
        return try file.value(status) {
            try root.read(path, limit: Self.limit).flatMap { try? JSONReader.read(KeptFavorites.self, from: $0) }
        }
    }

    private func refuseNewer(_ bytes: [UInt8], _ name: FilePath) throws {
        guard let version = try? JSONReader.read(MirrorIdentity.Version.self, from: bytes).version,
            version > FavoritesRecord.newestVersion
        else { return }
        throw FavoritesError.newer(path: "\(root.path)/\(name)", version: version)
    }

    private static let limit = 256 << 20
}

package enum FavoritesError: ExitCoded, Equatable, CustomStringConvertible {
    case newer(path: String, version: Int)
    case damaged(path: String)
    /// The file was damaged, told by the pass that sets it aside.
    case setAside(path: String)

    package var exitCode: ExitCode { .root }

    package var description: String {
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
