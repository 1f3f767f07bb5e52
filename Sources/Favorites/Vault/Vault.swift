package import Days
package import Folder
package import MirrorTree
internal import Store

/// `.apod-mirror/vault/`: every favorite's picture and JSON once more, under their own names, and its record as NASA
/// served it, as `DATE.record.json`. It is what brings the favorites back when their months are gone and NASA has
/// nothing any more.
///
/// The vault's JSON says which picture a day has there, and comes in after the picture; so a day is whole as soon as
/// its JSON speaks of a picture that is there, and no whole copy is given up before its replacement is in.
package struct Vault {
    let folder: Folder

    init(folder: Folder) {
        self.folder = folder
    }

    /// `nil` where nothing was ever kept.
    package init?(in tree: Tree) throws {
        guard let folder = try tree.root.folder(Tree.vault) else { return nil }
        self.folder = folder
    }

    static func recordName(_ day: Day) -> FilePath { "\(day).record.json" }

    /// The vault's copy of the record that a day's JSON names; `nil` where there is none, or it has other bytes.
    func record(of metadata: Metadata) -> OpenFile? {
        guard let record = metadata.mirror.record, let file = try? folder.open(Self.recordName(metadata.date)),
            file.hasSum(record.sha256)
        else { return nil }
        return file
    }

    /// The names of each day's files.
    func names() throws -> [Day: [FilePath]] {
        try folder.entries().reduce(into: [:]) { names, entry in
            guard entry.kind != .folder, let day = PictureName.day(of: entry.name) else { return }
            names[day, default: []].append(entry.name)
        }
    }

    /// Whether a removal is about these files of its day. Files that came in after the time to undo it are those of a later
    /// favorite, of which a record out of an old backup does not know.
    func isSettled(_ names: [FilePath], by removal: Favorite) -> Bool {
        names.allSatisfy { name in
            guard let status = try? folder.status(name) else { return false }
            return removal.isRecentlyRemoved(Timestamp(seconds: status.changed / 1_000_000_000))
        }
    }

    func keptDay(_ day: Day, twin: KeptDay? = nil) -> KeptDay? {
        KeptDay(of: day, in: folder, twin: twin)
    }

    /// Whether a regular file of that size stands under the picture's name.
    func holds(_ kept: KeptDay) -> Bool {
        guard let status = try? folder.status(kept.file) else { return false }
        return status.kind == .file && status.bytes == kept.picture.bytes
    }

    /// How a day is kept, as far as names, sizes and a readable JSON tell.
    func state(of day: Day, twin: KeptDay? = nil) throws -> FavoriteHealth.Vault {
        if let kept = keptDay(day, twin: twin), holds(kept) { return .whole }
        return try folder.status(KeptDay.jsonName(day)) == nil ? .missing : .damaged
    }

    /// A hash of the status of a day's files here: as long as it stays the same, none of them was written to or replaced.
    /// `nil` when picture or JSON is missing.
    func statusHash(_ day: Day, picture: FilePath) -> Int? {
        guard let json = try? folder.status(KeptDay.jsonName(day)), let picture = try? folder.status(picture) else {
            return nil
        }
        var hasher = Hasher()
        for status in [json, picture] { hasher.combine(status) }
        hasher.combine((try? folder.status(Self.recordName(day))) ?? nil)
        return hasher.finalize()
    }
}

/// A day's JSON that speaks of a picture: both together are what a favorite must never lose. It holds some thirty texts,
/// so it is handed on by reference.
final class KeptDay {
    /// The JSON's file, open so that the very bytes that were read can be kept once more.
    let json: OpenFile
    let bytes: [UInt8]
    let metadata: Metadata
    let picture: Metadata.Picture
    /// The picture's visible name.
    let file: FilePath

    static func jsonName(_ day: Day) -> FilePath { "\(day).json" }

    /// `nil` when the JSON is missing, unreadable, another day's, or without a picture: hidden or pending.
    ///
    /// - Parameter twin: The day as read elsewhere; the same bytes are not parsed again.
    init?(of day: Day, in folder: Folder, twin: KeptDay? = nil) {
        guard let (json, status) = try? folder.opened(Self.jsonName(day)), status.bytes < Self.limit,
            let bytes = try? json.read(Int(status.bytes), at: 0)
        else { return nil }
        (self.json, self.bytes) = (json, bytes)
        if let twin, twin.bytes == bytes {
            (metadata, picture, file) = (twin.metadata, twin.picture, twin.file)
            return
        }
        guard let metadata = try? Metadata(bytes, of: day), metadata.mirror.state != .hidden,
            let picture = metadata.mirror.picture, let file = metadata.visibleName,
            // An edited JSON could name itself; in the vault it lies in one folder with the picture.
            FilePath(file) != Self.jsonName(day), FilePath(file) != Vault.recordName(day)
        else { return nil }
        (self.metadata, self.picture, self.file) = (metadata, picture, FilePath(file))
    }

    private static let limit = 16 << 20

    /// The picture this JSON speaks of, `nil` when it is missing, half-written or no file. Its bytes are not read.
    func openPicture(in folder: Folder) -> OpenFile? {
        guard let (file, status) = try? folder.opened(file), status.bytes == picture.bytes else { return nil }
        return file
    }
}

/// The days that the vault lacks, and those that nothing but the vault knows, as far as names tell.
package struct VaultCensus: Equatable, Sendable {
    /// Favorites of which the mirror has a picture and the vault no second copy.
    package var lacking: [Day] = []
    /// Days that are no favorites by the record, and that it does not know to be removed: they stay.
    package var unrecorded: [Day] = []

    package init() {}

    /// - Parameter waiting: Favorites that another pass brings into the vault.
    package init(_ tree: Tree, _ listing: Listing, _ record: FavoritesRecord, except waiting: Set<Day> = []) throws {
        let vault = try Vault(in: tree)
        let names = try vault?.names() ?? [:]
        unrecorded = names.filter { day, names in
            if record.favorites[day] != nil { return false }
            return record.removed[day].map { vault?.isSettled(names, by: $0) != true } ?? true
        }.keys.sorted(by: >)
        lacking = record.favorites.keys.filter { day in
            if waiting.contains(day) || !listing.isPresent(day) { return false }
            let others = [KeptDay.jsonName(day), Vault.recordName(day)]
            let kept = names[day] ?? []
            if kept.contains(others[0]), kept.contains(where: { !others.contains($0) }) { return false }
            return (try? tree.metadata(day)).map { $0.mirror.picture != nil && $0.mirror.state != .hidden } ?? false
        }.sorted(by: >)
    }
}

// MARK: - Sharing

extension Vault {
    /// Whether a day's file here is the month's very file. A file with one hard link is its own.
    func isShared(_ name: FilePath, of day: Day, _ root: Folder) -> Bool {
        guard let own = (try? folder.status(name)) ?? nil, own.kind == .file, own.hardLinks > 1 else { return false }
        let place =
            switch name {
            case KeptDay.jsonName(day): Tree.metadataPath(day)
            case Self.recordName(day): Tree.recordPath(day)
            default: Tree.monthPath(day).appending(name)
            }
        return (try? root.status(place))?.identity == own.identity
    }

    /// Whether a day's picture, JSON or record is.
    func isShared(_ day: Day, picture: FilePath, _ root: Folder) -> Bool {
        [picture, KeptDay.jsonName(day), Self.recordName(day)].contains { isShared($0, of: day, root) }
    }

    /// The days that share a file with their month, and its name.
    package func sharedFiles(_ root: Folder) throws -> [Day: FilePath] {
        try names().reduce(into: [:]) { shared, kept in
            shared[kept.key] = kept.value.first { isShared($0, of: kept.key, root) }
        }
    }

    /// - Parameter why: The end of the sentence, with its full stop.
    package static func sharing(_ count: Int, _ why: String) -> String {
        "The second copies of \(Quantity.plural(count, "favorite")) share their bytes with the pictures\(why)"
    }
}
