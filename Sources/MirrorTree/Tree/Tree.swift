package import Days
package import Folder
internal import JSON
internal import Settings

/// A mirror's folders, to be read: the tree is the database.
package struct Tree: Sendable {
    package let root: Folder
    package let identity: MirrorIdentity

    package static let own: FilePath = ".apod-mirror"
    /// Everybody may have files there.
    package static let favorites: FilePath = "favorites"
    /// The second copies of favorites.
    package static let vault: FilePath = ".apod-mirror/vault"
    package static let identityFile: FilePath = ".apod-mirror/mirror.json"

    /// The daemon never makes a root: an unmounted disk must not be filled as a new mirror.
    package static func open(_ path: String) throws -> Tree {
        guard let folder = try Folder.open(path) else { throw RootError.missing(path: path) }
        let root = try folder.believing(Owners(ofMirrorIn: folder))
        guard let identity = try identity(in: root) else { throw RootError.notMirror(path: path) }
        return Tree(root: root, identity: identity)
    }

    package static func identity(in root: Folder) throws -> MirrorIdentity? {
        let bytes: [UInt8]?
        do {
            bytes = try root.folder(own)?.read(identityFile.name)
        } catch {
            guard case .foreign(_, let owner) = error else { throw error }
            throw RootError.foreignOwn(path: root.path, owner: UserAccount.name(ofUser: owner))
        }
        guard let bytes else { return nil }
        // The version is read first: the other keys of a newer file need not be those this version knows.
        if let version = try? JSONReader.read(MirrorIdentity.Version.self, from: bytes).version,
            version > MirrorIdentity.newestVersion
        {
            throw RootError.newer(path: root.path, version: version)
        }
        guard let identity = try? JSONFile.decode(MirrorIdentity.self, from: bytes) else {
            throw RootError.damagedIdentity(path: root.path)
        }
        return identity
    }

    /// Whether a path is the root's or lies in `.apod-mirror/`, through which everything is written. An error there
    /// concerns the mirror as a whole, and not one of its months.
    package static func isOwn(_ path: String, of root: String) -> Bool {
        path == root || path.hasPrefix("\(root)/\(own)")
    }

    package func isOwn(_ path: String) -> Bool { Self.isOwn(path, of: root.path) }

    /// Whether a process has the mirror to write into it.
    package var isTaken: Bool {
        get throws(FolderError) {
            guard let own = try root.folder(Self.own) else { return false }
            return try FileLock.isTaken("lock", in: own)
        }
    }

    package static func monthPath(_ day: Day) -> FilePath { monthPath(day.month) }

    /// The path of a month such as `2026-11`.
    package static func monthPath(_ month: String) -> FilePath {
        "\(month.prefix(4))/\(month)"
    }

    /// The folder in which every file is written before it takes its place.
    package func incoming() throws -> Folder {
        try root.makeFolder(Self.own.appending("incoming"))
    }

    package func saver() throws -> Saver {
        Saver(through: try incoming())
    }

    package static func metadataPath(_ day: Day) -> FilePath {
        "\(day.year)/\(day.month)/metadata/\(day).json"
    }

    /// The path of a day's file, for people.
    package func path(of file: String, day: Day) -> String {
        "\(root.path)/\(Self.monthPath(day))/\(file)"
    }

    /// The tree as of now, for a process that has no clock but the machine's.
    package func listing(after former: Listing = Listing()) throws -> Listing {
        try Listing(of: root, after: former, until: lastDay(LocalTime.eastern.day(at: .now)))
    }

    /// The last day that can have come. Where the clock is behind, the time of NASA's last answer counts.
    package func lastDay(_ today: Day) throws -> Day {
        max(today, try sourceState.lastSuccess?.day ?? today)
    }

    /// The day's metadata; `nil` when the day has none, throws when its JSON cannot be read as this day's metadata.
    package func metadata(_ day: Day) throws -> Metadata? {
        guard let bytes = try root.read(Self.metadataPath(day)) else { return nil }
        return try metadata(day, in: bytes)
    }

    func metadata(_ day: Day, in bytes: [UInt8]) throws(DamagedMetadata) -> Metadata {
        do {
            return try Metadata(bytes, of: day)
        } catch {
            throw DamagedMetadata(
                path: "\(root.path)/\(Self.metadataPath(day))", root: root.path,
                otherDay: (error as? Metadata.OtherDay)?.day)
        }
    }

    package var sourceState: SourceState {
        get throws { try Self.sourceState(in: root) }
    }

    /// The state of the source of the mirror in that folder.
    package static func sourceState(in root: Folder) throws -> SourceState {
        try readNote(SourceState.self, in: root) ?? SourceState()
    }
}

package struct DamagedMetadata: Error, Equatable, CustomStringConvertible {
    var path: String
    var root: String
    /// The day that the JSON says it is of, where that is not the day of its name.
    var otherDay: Day?

    package var description: String {
        Damage.sentence(ofMetadata: path, otherDay)
            + " To have it made again: apod-mirror verify --repair --mirror \(root.shellWord)"
    }
}

/// Names of the gallery's files in the tree.
package enum GalleryFile {
    /// The first page, in the root, and that of a month, in its folder.
    package static let page: FilePath = "index.html"
    /// The script with the data of the first page, in the root, or of a year, in its folder.
    package static let data: FilePath = "gallery.js"
    /// The script with all favorites, in the root.
    package static let favorites: FilePath = "favorites.js"

    package static func page(of month: String) -> FilePath {
        Tree.monthPath(month).appending(page)
    }
}

// MARK: - Days without a file

extension Tree {
    /// The metadata of the days without a file; a damaged JSON counts as missing.
    package func metadataWithoutFile(_ listing: Listing) -> [Day: Metadata] {
        var days: [Day: Metadata] = [:]
        for day in listing.days.withoutFile { days[day] = try? metadata(day) }
        return days
    }

    /// The days whose picture is still to come, with the reason.
    package func waiting(_ listing: Listing) -> [Day: String] {
        metadataWithoutFile(listing).filter { $0.value.mirror.state != .hidden }.mapValues(\.reasonToWait)
    }
}

// MARK: - Usage

/// How much a mirror holds.
package struct Usage: Equatable, Sendable {
    package var pictures = 0
    package var bytes: Int64 = 0

    package init(pictures: Int = 0, bytes: Int64 = 0) {
        (self.pictures, self.bytes) = (pictures, bytes)
    }

    /// The bytes that so many days would take by this mirror's average; `nil` while it holds too little to tell.
    package func projected(days: Int) -> Int64? {
        pictures < 10 ? nil : bytes / Int64(pictures) * Int64(days)
    }
}

extension Tree {
    package func usage(_ listing: Listing) throws -> Usage {
        var usage = Usage()
        for month in listing.months {
            guard let folder = try root.folder(Self.monthPath(month)) else { continue }
            for names in listing.days[month: month].values where names.isPresent {
                guard let status = try folder.status(FilePath(names.files[0])) else { continue }
                usage.pictures += 1
                usage.bytes += status.bytes
            }
        }
        return usage
    }
}
