internal import Days
internal import Folder
internal import JSON
internal import Pages
internal import Pictures

/// The thumbnails that are there, by their names alone. One that is there is of the picture that is there: a commit
/// removes those of a picture that it replaces.
struct ThumbnailFolder {
    private let root: Folder

    init(_ root: Folder) {
        self.root = root
    }

    /// Those that cannot be looked at count as not there: pictures can be shown without.
    func thumbnails(of day: Day) -> Set<ThumbnailSize> {
        Set(ThumbnailSize.allCases.filter { (try? root.status($0.path(day)))?.kind == .file })
    }

    /// What a day's picture looks like; `nil` where that is not known.
    func look(of day: Day) -> Look? {
        let file = (try? root.open(ThumbnailSize.small.path(day))) ?? nil
        return (try? file?.read(Look.length, at: 0)).flatMap { $0.flatMap { Look(in: $0) } }
    }

    /// The note that a day gets none.
    func mark(of day: Day) -> ThumbnailMark? {
        Self.mark(ThumbnailSize.folder(day.year).appending(ThumbnailMark.name(day)), in: root)
    }

    private static func mark(_ path: FilePath, in folder: Folder) -> ThumbnailMark? {
        guard let bytes = try? folder.read(path) else { return nil }
        return try? JSONReader.read(from: bytes)
    }

    func thumbnails(of year: String) -> [Day: Set<ThumbnailSize>] {
        var found: [Day: Set<ThumbnailSize>] = [:]
        let entries = (try? root.folder(ThumbnailSize.folder(year))?.entries()) ?? []
        for entry in entries where entry.kind == .file {
            guard let day = Day(entry.name.bytes.prefix(10)), case .thumbnail(let size)? = Self.meaning(of: entry.name)
            else { continue }
            found[day, default: []].insert(size)
        }
        return found
    }

    /// What those of a year take.
    func bytes(of year: String) -> Int64 {
        guard let folder = (try? root.folder(ThumbnailSize.folder(year))) ?? nil else { return 0 }
        let entries = (try? folder.entries()) ?? []
        return entries.reduce(0) { $0 + (((try? folder.status($1.name)) ?? nil)?.bytes ?? 0) }
    }

    /// The days that have something to make a thumbnail of and neither one nor a note that they get none, the newest
    /// first.
    func missing(_ listing: Listing, at now: Timestamp) throws -> [Day] {
        var missing = Set(listing.presentDays)
        try sweep(listing) { day, meaning, file, folder in
            switch meaning {
            case .thumbnail(.last): missing.remove(day)
            case .thumbnail: break
            case .mark: if try holds(file, of: day, in: folder, at: now) { missing.remove(day) }
            }
        }
        return missing.sorted(by: >)
    }

    /// Removes what is noted of days that get none.
    func forgetMarks(_ listing: Listing) throws {
        try sweep(listing) { _, meaning, file, folder in
            if meaning == .mark { try folder.remove(file) }
        }
    }

    /// Goes through all that is there, and removes what is left of days that have no picture any more.
    private func sweep(
        _ listing: Listing, _ body: (Day, Meaning, _ file: FilePath, _ folder: Folder) throws -> Void
    ) throws {
        for year in try root.folder(ThumbnailSize.folder)?.entries() ?? [] where year.kind == .folder {
            guard let folder = try root.folder(ThumbnailSize.folder.appending(year.name)) else { continue }
            for entry in try folder.entries() {
                guard let day = Day(entry.name.bytes.prefix(10)) else { continue }
                // A day in a month that is closed for now is not gone.
                if !listing.isPresent(day), listing.closedFolder(of: day) == nil {
                    try folder.remove(entry.name)
                } else if entry.kind == .file, let meaning = Self.meaning(of: entry.name) {
                    try body(day, meaning, entry.name, folder)
                }
            }
        }
    }

    /// Whether a note is of the picture that is there. It is as long as the day's JSON is older than the note: only where it
    /// is not the JSON is read, and the note made younger.
    private func holds(_ name: FilePath, of day: Day, in folder: Folder, at now: Timestamp) throws -> Bool {
        guard let mark = Self.mark(name, in: folder), let noted = try folder.status(name),
            let told = try root.status(Tree.metadataPath(day))
        else { return false }
        if told.changed < noted.changed { return mark.isForGood || now < mark.end }
        guard let picture = try root.read(Tree.metadataPath(day)).flatMap({ try? Metadata($0) })?.mirror.picture,
            mark.holds(for: picture, at: now)
        else { return false }
        try folder.open(name)?.setWritten(FileStatus.clock)
        return true
    }

    /// Removes a day's, and what is noted of them.
    func forget(_ day: Day) throws {
        try remove(day)
        try root.folder(ThumbnailSize.folder(day.year))?.remove(ThumbnailMark.name(day))
    }

    func remove(_ day: Day) throws {
        guard let folder = try root.folder(ThumbnailSize.folder(day.year)) else { return }
        for size in ThumbnailSize.allCases { try folder.remove(size.path(day).name) }
    }

    private enum Meaning: Equatable {
        case thumbnail(ThumbnailSize), mark
    }

    /// Of a name that begins with a day.
    private static func meaning(of name: FilePath) -> Meaning? {
        let rest = name.bytes.dropFirst(10)
        if rest.elementsEqual(ThumbnailMark.suffix.utf8) { return .mark }
        return suffixes.first { rest.elementsEqual($0.suffix) }.map { .thumbnail($0.size) }
    }

    private static let suffixes = ThumbnailSize.allCases.map { (size: $0, suffix: Array($0.suffix.utf8)) }
}
