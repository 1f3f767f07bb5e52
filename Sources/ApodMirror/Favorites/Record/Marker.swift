internal import Folder

/// Which file the marker is, and since when it is as it is. An inode alone proves nothing: file systems use the number
/// of a removed file again.
struct MarkerState: Codable, Equatable, Hashable, Sendable {
    var inode: UInt64
    /// Nanoseconds since 1970 of the last change of its content, its names or its attributes.
    var ctime: Int64
}

/// The marker as one look found it: the hidden file `favorites/.apod-mirror`, which holds the SHA-256 of the
/// `favorites.json` it belongs to.
struct Marker: Equatable, Sendable {
    var state: MarkerState
    /// More than one: somebody made a copy of the folder out of hard links, and what is written here shows up there.
    var hardLinks: Int
    /// What it holds; empty in a new one.
    var sum: String

    static let name: FilePath = ".apod-mirror"
}

/// `.apod-mirror/favorites.json`: the mirror's own copy of what was last written, and how the marker was left.
///
/// It tells three things that `favorites.json` and the marker cannot tell themselves: that the marker is the very file
/// it was, untouched since, and not a copy made while a link was being dropped; what the generation before was when the
/// machine stopped between writing the one and the other; and what was in a `favorites.json` that somebody edited,
/// restored, lost or damaged.
struct KeptFavorites: Decodable, Equatable, Sendable {
    /// Of the `favorites.json` this stands for.
    var sha256: String
    /// After its sum was written into it; `nil` in a union.
    var marker: MarkerState?
    var record: FavoritesRecord

    /// - Parameter json: the record's own.
    func encoded(_ json: [UInt8]) throws -> [UInt8] {
        let note = try marker.map(JSONFile.encode) ?? Array("null".utf8)
        // What was read may be anything: a sum that somebody made up is still a text.
        let sum = try JSONFile.encode(sha256)
        return Array("{\"sha256\":".utf8) + sum + Array(",\"marker\":".utf8) + note + Array(",\"record\":".utf8)
            + json + Array("}\n".utf8)
    }
}

/// Whether what is missing in `favorites/` was removed by its owner, or only cannot be seen.
enum Trust: Equatable, Sendable {
    /// The folder is the one that `favorites.json` speaks of.
    case settled
    /// It is, and the last pass was cut short before it had said so: the marker is brought up to date first.
    case interrupted
    /// Nobody knows: links count, their absence does not.
    case none
}

extension Trust {
    /// - Parameter markers: as it was before and after the folder was listed.
    init(markers: (before: Marker?, after: Marker?), stored: StoredFavorites, kept: KeptFavorites?) {
        guard let marker = markers.before, marker == markers.after, marker.hardLinks == 1, let kept,
            let former = kept.marker, case .readable(let record, let sha256) = stored
        else {
            self = .none
            return
        }
        let isCurrent = marker.sum == sha256
        if isCurrent, kept.sha256 == sha256, former == marker.state {
            self = .settled
        } else if isCurrent, kept.sha256 != sha256, record.marker == former {
            // Between the marker and the note of how it was left.
            self = .interrupted
        } else if marker.sum == kept.sha256, marker.state == former, record.marker == former, record.says(kept.record) {
            // Between favorites.json and the marker. The copy was written before both, so an edited one shows.
            self = .interrupted
        } else {
            self = .none
        }
    }
}

/// `favorites.json` as it lies there.
enum StoredFavorites: Equatable, Sendable {
    case missing
    case readable(FavoritesRecord, sha256: String)
    /// It cannot be understood; it is kept aside before another is written.
    case damaged

    var record: FavoritesRecord? {
        guard case .readable(let record, _) = self else { return nil }
        return record
    }
}
