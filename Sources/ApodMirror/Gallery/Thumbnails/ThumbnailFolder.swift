internal import Folder
internal import JSON

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

    /// The note that a day gets none.
    func mark(of day: Day) -> ThumbnailMark? {
        let path = ThumbnailSize.folder(day.year).appending(ThumbnailMark.name(day))
        guard let bytes = try? root.read(path) else { return nil }
        return try? JSONFile.decode(ThumbnailMark.self, from: bytes)
    }

    func thumbnails(of year: String) -> [Day: Set<ThumbnailSize>] {
        var found: [Day: Set<ThumbnailSize>] = [:]
        let entries = (try? root.folder(ThumbnailSize.folder(year))?.entries()) ?? []
        for entry in entries where entry.kind == .file {
            guard let (day, size) = Self.meaning(of: entry.name) else { continue }
            found[day, default: []].insert(size)
        }
        return found
    }

    /// The days that have something to make a thumbnail of and none yet, the newest first. The small one is the last
    /// to be made, so where it is, all are.
    func missing(_ listing: Listing) -> [Day] {
        var missing: [Day] = []
        for (year, days) in Dictionary(grouping: listing.presentDays, by: \.year) {
            let found = thumbnails(of: year)
            missing += days.filter { found[$0]?.contains(.small) != true }
        }
        return missing.sorted(by: >)
    }

    /// Removes what is left of days that have no picture any more; for a new beginning also what is noted of the others.
    func sweep(_ listing: Listing, all: Bool) throws {
        for year in try root.folder(ThumbnailSize.folder)?.entries() ?? [] where year.kind == .folder {
            guard let folder = try root.folder(ThumbnailSize.folder.appending(year.name)) else { continue }
            for entry in try folder.entries() {
                guard let day = Day(Substring(entry.name.description.utf8.prefix(10))) else { continue }
                let isMark = entry.name == ThumbnailMark.name(day)
                // A day in a month that is closed for now is not gone.
                let isGone = !listing.isPresent(day) && listing.closedFolder(of: day) == nil
                if isGone || all && isMark { try folder.remove(entry.name) }
            }
        }
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

    private static func meaning(of name: FilePath) -> (day: Day, size: ThumbnailSize)? {
        let parts = name.description.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2] == "jpg", let day = Day(parts[0]),
            let size = Int(parts[1]).flatMap({ ThumbnailSize(rawValue: $0) })
        else { return nil }
        return (day, size)
    }
}
