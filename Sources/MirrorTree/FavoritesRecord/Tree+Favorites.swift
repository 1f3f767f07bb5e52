internal import Folder
internal import Hashing
package import JSON
package import Settings

extension Tree {
    /// `favorites.json`, `nil` when there is none; throws when it cannot be understood.
    package func favoritesRecord() throws -> FavoritesRecord? {
        let stored = try storedFavorites()
        if stored == .damaged { throw FavoritesError.damaged(path: "\(root.path)/\(FavoritesRecord.file)") }
        return stored.record
    }

    /// Only "no such file" means missing: a file that cannot be read now may be whole.
    package func storedFavorites() throws -> StoredFavorites {
        guard let bytes = try root.read(FavoritesRecord.file, limit: Self.limit) else { return .missing }
        if let version = try? JSONReader.read(MirrorIdentity.Version.self, from: bytes).version,
            version > FavoritesRecord.newestVersion
        {
            throw FavoritesError.newer(path: "\(root.path)/\(FavoritesRecord.file)", version: version)
        }
        guard let record = try? JSONReader.read(FavoritesRecord.self, from: bytes) else { return .damaged }
        return .readable(record, sha256: SHA256.hash(bytes))
    }

    /// The path of the mirror's own copy, for people to read.
    package var favoritesCopyPath: String { "\(root.path)/\(Self.own.appending(FavoritesRecord.file))" }

    /// The mirror's own copy; `nil` also when it is damaged, since it proves nothing then.
    package func keptFavorites() throws -> KeptFavorites? {
        let bytes = try root.read(Self.own.appending(FavoritesRecord.file), limit: Self.limit)
        return bytes.flatMap { try? JSONReader.read(KeptFavorites.self, from: $0) }
    }

    /// The record as far as it is known: where `favorites.json` is missing or damaged, the mirror's own copy.
    package func knownRecord() throws -> FavoritesRecord {
        do {
            if let record = try favoritesRecord() { return record }
        } catch let error as FavoritesError {
            // A flipped bit can make any number of the format's.
            if case .newer = error, try favoritesBeforeFlip() == nil { throw error }
        }
        return try keptFavorites()?.record ?? FavoritesRecord()
    }

    /// The bytes of `favorites.json` before a single bit of it flipped; `nil` where another thing happened to it.
    ///
    /// The mirror's own copy holds them, and the marker their sum. The marker is written after the file, and a bit that
    /// flips on a disk leaves the time of writing: a file that is newer than the marker was edited by its owner, and
    /// stays.
    package func favoritesBeforeFlip() throws -> [UInt8]? {
        guard let kept = try keptFavorites(), kept.marker != nil,
            let marker = try? root.open(Self.favorites.appending(Marker.name)),
            (try? Marker.sum(in: marker)) == kept.sha256, let settled = try? marker.status(),
            let status = try root.status(FavoritesRecord.file), status.written <= settled.written,
            let bytes = try root.read(FavoritesRecord.file, limit: Self.limit)
        else { return nil }
        let former = try FavoritesText.json(of: kept.record)
        guard former.isOneBitAway(from: bytes), SHA256.hash(former) == kept.sha256 else { return nil }
        return former
    }

    /// The bytes of the mirror's own copy before a single bit of it flipped; `nil` where another thing happened to it.
    ///
    /// `favorites.json` holds its record, and the marker the sum of that file. A marker that is not as the copy says is
    /// no flipped bit: the folder may be another then, and is not trusted.
    package func keptFavoritesBeforeFlip() throws -> [UInt8]? {
        guard let (bytes, former, state) = try keptBytes(), let former, former.isOneBitAway(from: bytes) else {
            return nil
        }
        let kept = try? JSONReader.read(KeptFavorites.self, from: bytes)
        return kept == nil || kept?.marker == state ? former : nil
    }

    /// Whether the mirror's own copy cannot be read, or a single bit of it flipped.
    package func hasDamagedCopy() throws -> Bool {
        guard let (bytes, former, _) = try keptBytes() else { return false }
        return former?.isOneBitAway(from: bytes) == true
            || (try? JSONReader.read(KeptFavorites.self, from: bytes)) == nil
    }

    /// The bytes of the mirror's own copy, and those that it has where `favorites.json` and the marker agree, with the
    /// marker's state.
    private func keptBytes() throws -> (bytes: [UInt8], wanted: [UInt8]?, marker: MarkerState?)? {
        guard let bytes = try root.read(Self.own.appending(FavoritesRecord.file), limit: Self.limit) else { return nil }
        guard let json = try root.read(FavoritesRecord.file, limit: Self.limit),
            let marker = try? root.open(Self.favorites.appending(Marker.name)), let status = try? marker.status(),
            case let sum = SHA256.hash(json), (try? Marker.sum(in: marker)) == sum
        else { return (bytes, nil, nil) }
        let state = MarkerState(inode: status.identity.inode, ctime: status.changed)
        let wanted = try KeptFavorites(sha256: sum, marker: state, record: FavoritesRecord()).encoded(json)
        return (bytes, wanted, state)
    }

    private static let limit = 256 << 20
}

extension [UInt8] {
    /// Whether both are the same but for a single bit.
    fileprivate func isOneBitAway(from other: [UInt8]) -> Bool {
        guard count == other.count else { return false }
        var bits = 0
        for (left, right) in zip(self, other) where left != right {
            bits += (left ^ right).nonzeroBitCount
            if bits > 1 { return false }
        }
        return bits == 1
    }
}

package enum FavoritesError: ExitCoded, Equatable, CustomStringConvertible {
    case newer(path: String, version: Int)
    case damaged(path: String)
    /// The file was damaged, told by the pass that sets it aside.
    case setAside(path: String)
    /// A bit of the file had flipped, told by the pass that put it right.
    case mended(path: String)
    /// A bit of the mirror's own copy had flipped, told by the pass that put it right.
    case mendedCopy(path: String)

    package var exitCode: ExitCode { .root }

    package var description: String {
        switch self {
        case .newer(let path, let version):
            "\(path) was written by a newer apod-mirror (format \(version)). Install that version; nothing was changed."
        case .setAside(let path):
            "\(path) could not be read as favorites. It was kept aside as “favorites damaged.json”, and made anew from "
                + "the links and the mirror's own copy."
        case .mended(let path):
            "One bit of \(path) had flipped on the disk, and was put right by the mirror's own copy."
        case .mendedCopy(let path):
            "One bit of \(path) had flipped on the disk, and was put right by \(FavoritesRecord.file)."
        case .damaged(let path):
            "\(path) cannot be read as favorites. The next pass over favorites/ keeps it aside and writes a new one."
        }
    }
}

// MARK: - What is read

/// `favorites.json` as it lies on the disk.
package enum StoredFavorites: Equatable, Sendable {
    case missing
    case readable(FavoritesRecord, sha256: String)
    /// The file cannot be understood; it is kept aside before another is written.
    case damaged

    package var record: FavoritesRecord? {
        guard case .readable(let record, _) = self else { return nil }
        return record
    }

    package var sha256: String? {
        guard case .readable(_, let sha256) = self else { return nil }
        return sha256
    }
}

/// `.apod-mirror/favorites.json`: the mirror's own copy of what was last written, and how the marker was left.
///
/// The copy tells three things that `favorites.json` and the marker cannot tell themselves: that the marker is the very
/// file it was, untouched since, and not a copy made while a link was being dropped; what the generation before was
/// when the machine stopped between writing the one and the other; and what was in a `favorites.json` that a user
/// edited, restored, lost or damaged.
package struct KeptFavorites: Equatable, JSONReadable, Sendable {
    /// The hash of the `favorites.json` that this copy stands for.
    package var sha256: String
    /// The marker's state after the sum was written into it; `nil` in a union.
    package var marker: MarkerState?
    package var record: FavoritesRecord

    package init(sha256: String, marker: MarkerState? = nil, record: FavoritesRecord) {
        (self.sha256, self.marker, self.record) = (sha256, marker, record)
    }

    /// - Parameter json: The record's text.
    package func encoded(_ json: [UInt8]) throws -> [UInt8] {
        let note = try marker.map(JSONFile.encode) ?? Array("null".utf8)
        // The sum may have been read from an edited file, so it is encoded as any text is.
        let sum = try JSONFile.encode(sha256)
        let beginning = Array("{\"sha256\":".utf8) + sum + Array(",\"marker\":".utf8) + note
        return beginning + Array(",\"record\":".utf8) + json + Array("}\n".utf8)
    }

    private enum Key: String {
        case sha256, marker, record
    }

    package init(reading reader: inout JSONReader) throws(NotJSON) {
        let members = try JSONMembers(Key.self, of: &reader)
        self.init(
            sha256: try members.read(.sha256), marker: try members.readIfAny(.marker),
            record: try members.read(.record))
    }
}
