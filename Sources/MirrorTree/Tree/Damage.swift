package import Days
package import Folder
internal import Hashing

/// The damage to a day's picture, its JSON or its record.
package enum Damage: Equatable, Sendable, CustomStringConvertible {
    /// The JSON cannot be read, or is another day's.
    case metadata(path: String, otherDay: Day? = nil)
    /// The JSON can be read, and is not what the mirror wrote.
    case edited(path: String)
    /// The JSON is not there, and the day's record or its picture's sum is; or it names a file that is not there.
    case missing(path: String)
    /// The file's bytes are not those that were stored.
    case changed(path: String)
    /// The file is right by its own bytes and the other witnesses, and the JSON has another sum.
    case outvoted(path: String, file: String)
    /// No two witnesses of a picture agree. The sums are by witness, in words.
    case undecided(path: String, sums: [String])
    /// The disk does not give the file's bytes back.
    case unreadable(path: String, reason: String)

    package var description: String {
        switch self {
        case .metadata(let path, let otherDay): Self.sentence(ofMetadata: path, otherDay)
        case .edited(let path):
            "\(path) is not what the mirror wrote: its own sum differs. It was damaged, or edited by hand."
        case .missing(let path): "\(path) is missing."
        case .changed(let path): "\(path) is not what was stored: its sum differs."
        case .outvoted(let path, let file): "\(path) has another sum of \(file) than the other witnesses."
        case .undecided(let path, let sums):
            "\(path) has no two witnesses that agree (\(sums.joined(separator: ", "))); nothing is changed by them."
        case .unreadable(let path, let reason): "\(path) cannot be read. \(reason)"
        }
    }

    static func sentence(ofMetadata path: String, _ otherDay: Day?) -> String {
        guard let otherDay else { return "\(path) cannot be read as a day's metadata." }
        return "\(path) says that it is of \(otherDay), which is not the day of its name, so it is not believed."
    }
}

// MARK: - Checking a day

/// A place where a day stands: its month, or, as a favorite's second copy, the vault, where all lies in one folder.
package enum DayPlace: Sendable {
    case month, vault

    /// The path of the day's JSON from the root.
    package func json(of day: Day) -> FilePath {
        self == .month ? Tree.metadataPath(day) : Tree.vault.appending("\(day).json")
    }

    /// The path of the day's record as NASA served it.
    package func record(of day: Day) -> FilePath {
        self == .month ? Tree.recordPath(day) : Tree.vault.appending("\(day).record.json")
    }

    package func picture(_ name: FilePath, of day: Day) -> FilePath {
        (self == .month ? Tree.monthPath(day) : Tree.vault).appending(name)
    }
}

extension Tree {
    /// Compares all of a day with its sums, byte for byte: its picture, its JSON and its record. `nil` when all is well.
    package func check(_ day: Day, in place: DayPlace = .month) -> Damage? {
        checkPicture(day, in: place) ?? checkWords(day, in: place)
    }

    /// All that is damaged of a day in its month.
    package func damages(of day: Day) -> [Damage] {
        let (picture, words) = (checkPicture(day), checkWords(day))
        return [picture, words == picture ? nil : words].compactMap(\.self)
    }

    /// Compares a day's file with its sum, byte for byte; `nil` when all is well or the day never had a picture.
    package func checkPicture(_ day: Day, in place: DayPlace = .month) -> Damage? {
        damage(of: place.json(of: day), in: place) { path in
            guard let bytes = try root.read(place.json(of: day)), case let stored = try metadata(day, in: bytes),
                stored.mirror.state != .hidden, let picture = stored.recordedPicture
            else { return nil }
            guard let name = stored.visibleName(of: picture).map({ FilePath($0) }) else {
                return .metadata(path: path)
            }
            let json = path
            path = shown(place.picture(name, of: day), in: place)
            guard let folder = try root.folder(place.picture(name, of: day).parent ?? ""),
                try folder.status(name)?.kind == .file, let file = try folder.open(name)
            else { return .missing(path: path) }
            let sum = try SHA256.hash(file: file.descriptor)
            if sum == picture.sha256 { return nil }
            // The vault's JSON is one witness, and not two.
            if place == .vault { return .changed(path: path) }
            let witnesses = try witnesses(of: stored, file: sum)
            guard let agreed = witnesses.agreed else {
                return witnesses.sums.count > 2
                    ? .undecided(path: path, sums: witnesses.description) : .changed(path: path)
            }
            return agreed == sum ? .outvoted(path: json, file: "\(name)") : .changed(path: path)
        }
    }

    /// Compares a day's JSON with its own sum, and its record with the sum in the JSON; `nil` when all is well.
    package func checkWords(_ day: Day, in place: DayPlace = .month) -> Damage? {
        damage(of: place.json(of: day), in: place) { path in
            guard let bytes = try root.read(place.json(of: day)) else {
                return try isExpected(day, in: place) ? .missing(path: path) : nil
            }
            let stored = try metadata(day, in: bytes)
            if MetadataSum(of: bytes) == .wrong { return .edited(path: path) }
            guard let named = stored.mirror.record else { return nil }
            path = shown(place.record(of: day), in: place)
            guard let record = try root.read(place.record(of: day)) else {
                // A record that is nowhere whole cannot be in the vault.
                return try place == .vault && self.record(of: stored) == nil ? nil : .missing(path: path)
            }
            return named.isWhole(record) ? nil : .changed(path: path)
        }
    }

    /// - Parameter check: Gets the path of the day's JSON, and sets that of another file before it reads it.
    private func damage(of json: FilePath, in place: DayPlace, _ check: (inout String) throws -> Damage?) -> Damage? {
        var path = shown(json, in: place)
        do {
            return try check(&path)
        } catch let error as DamagedMetadata {
            return .metadata(path: path, otherDay: error.otherDay)
        } catch {
            return .unreadable(path: path, reason: "\(error)")
        }
    }

    /// A file's path, for people.
    private func shown(_ path: FilePath, in place: DayPlace) -> String {
        "\(root.path)/\(path)" + (place == .vault ? ", a favorite's second copy," : "")
    }

    /// Whether a day without a JSON should have one: by its record or the sums of its month; in the vault, since its month
    /// has a picture.
    private func isExpected(_ day: Day, in place: DayPlace) throws -> Bool {
        if place == .vault {
            return (try? metadata(day)).map { $0.mirror.picture != nil && $0.mirror.state != .hidden } ?? false
        }
        if try root.status(Self.recordPath(day))?.kind == .file { return true }
        return try sums(of: day.month)?.sums.keys.contains { PictureName.day(of: FilePath($0)) == day } ?? false
    }

    /// The sums of a month's pictures; `nil` where their file is missing or torn.
    package func sums(of month: String) throws -> Checksums? {
        try Checksums(in: root.folder(Self.monthPath(month).appending("metadata")))
    }

    /// The witnesses of a day's picture: its JSON, the sums of its month, a favorite's second copy, and the file
    /// itself, whose SHA-256 is given where it is known.
    package func witnesses(of stored: Metadata, file: String?) throws -> Witnesses {
        let day = stored.date
        guard let picture = stored.recordedPicture else { return Witnesses([:]) }
        let sums = try sums(of: day.month)
        let kept = try? root.read(DayPlace.vault.json(of: day)).flatMap { try? Metadata($0, of: day) }
        var said: [Witnesses.Witness: String] = [.metadata: picture.sha256]
        said[.sums] = sums?.sums[picture.file]
        said[.vault] = kept?.mirror.picture?.sha256
        said[.file] = file
        return Witnesses(said)
    }
}

// MARK: - The daemon's own check

/// `.apod-mirror/checkup.json`: how far the daemon's own check for damage has come.
package struct CheckupState: MirrorNote, Decodable, Sendable {
    package static let name: FilePath = "checkup.json"

    /// When the last check came to its end, or when the mirror was first kept.
    package var ended: Timestamp
    /// The newest day that is still to be checked; `nil` while no check is under way.
    package var next: Day?

    package init(ended: Timestamp, next: Day? = nil) {
        (self.ended, self.next) = (ended, next)
    }

    /// When the next check begins.
    package func due(_ interval: Int, now: Timestamp) -> Timestamp {
        if next != nil { return now }
        // An end in the future was noted while the clock was wrong.
        return min(ended, now) + interval
    }
}
