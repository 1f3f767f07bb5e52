package import Days
internal import Folder
internal import Hashing
internal import Words

/// The damage to a day's picture or its JSON.
package enum Damage: Equatable, Sendable {
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
    package var description: String {
        switch self {
        case .metadata(let path): "\(path) cannot be read as a day's metadata."
        case .missing(let path): "\(path) is missing."
        case .changed(let path): "\(path) is not what was stored: its sum differs."
        case .unreadable(let path, let reason): "\(path) cannot be read. \(reason)"
        }
    }
}

// MARK: - Checking a day

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

// MARK: - The daemon's own check

/// The content of `.apod-mirror/verify.json`: how far the daemon's own check for damage has come, and what it or
/// `verify` found last that has not been mended.
package struct CheckupState: Codable, Equatable, Sendable {
    /// When the last check came to its end, or when the mirror was first kept.
    package var ended: Timestamp
    /// The newest day that is still to be checked; `nil` while no check is under way.
    package var next: Day?
    /// The damaged days, with a sentence each.
    package var damaged: [String: String] = [:]

    package init(ended: Timestamp, next: Day? = nil, damaged: [String: String] = [:]) {
        self.ended = ended
        self.next = next
        self.damaged = damaged
    }

    package mutating func note(_ damaged: [Day: String]) {
        self.damaged = Dictionary(uniqueKeysWithValues: damaged.map { ("\($0.key)", $0.value) })
    }

    /// When the next check begins.
    package func due(_ interval: Int, now: Timestamp) -> Timestamp {
        if next != nil { return now }
        // An end in the future was noted while the clock was wrong.
        return min(ended, now) + interval
    }

    /// The damage, in a few sentences at most.
    package var troubles: [String] {
        if damaged.count <= 3 { return damaged.sorted { $0.key > $1.key }.map(\.value) }
        return [
            "\(Quantity.plural(damaged.count, "day")) are damaged: apod-mirror verify names them."
        ]
    }
}

extension Tree {
    package var checkupState: CheckupState? {
        get throws { try note(CheckupState.self, "verify.json") }
    }
}
