package import Days
package import Folder
internal import JSON
package import Pages
package import Pictures

/// The folder of thumbnails: which are there, by their names alone, and which are missing. A thumbnail is always of the
/// picture that is there, since a commit that replaces a picture removes the thumbnails of the former one.
package struct ThumbnailFolder {
    private let root: Folder

    package init(_ root: Folder) {
        self.root = root
    }

    /// A thumbnail that cannot be examined counts as missing: pictures can be shown without.
    package func thumbnails(of day: Day) -> Set<ThumbnailSize> {
        Set(ThumbnailSize.allCases.filter { (try? root.status($0.path(day)))?.kind == .file })
    }

    /// The perceptual hash of a day's picture; `nil` where it is not known.
    package func hash(of day: Day) -> PerceptualHash? {
        let file = (try? root.open(ThumbnailSize.small.path(day))) ?? nil
        return (try? file?.read(PerceptualHash.length, at: 0)).flatMap { $0.flatMap { PerceptualHash(in: $0) } }
    }

    /// The mark that a day gets no thumbnail.
    package func mark(of day: Day) -> ThumbnailMark? {
        guard let bytes = try? root.read(ThumbnailSize.folder(day.year).appending(ThumbnailMark.name(day))) else {
            return nil
        }
        return try? JSONFile.decode(ThumbnailMark.self, from: bytes)
    }

    package func thumbnails(of year: String) -> [Day: Set<ThumbnailSize>] { (try? found(in: year)) ?? [:] }

    /// Lists a year's thumbnails, and removes those and the marks of days that have no picture by `listing`, if there is one.
    private func found(in year: String, sweeping listing: Listing? = nil) throws -> [Day: Set<ThumbnailSize>] {
        var found: [Day: Set<ThumbnailSize>] = [:]
        guard let folder = try root.folder(ThumbnailSize.folder(year)) else { return found }
        for entry in try folder.entries() {
            guard let day = Day(entry.name.bytes.prefix(10)) else { continue }
            // A day in a month that is closed for now is not gone.
            let isGone =
                found[day] == nil && listing.map { !$0.isPresent(day) && $0.closedFolder(of: day) == nil } ?? false
            if isGone { try folder.remove(entry.name) }
            let suffix = entry.name.bytes.dropFirst(10)
            guard !isGone, entry.kind == .file,
                let size = Self.suffixes.first(where: { suffix.elementsEqual($0.suffix) })?.size
            else { continue }
            found[day, default: []].insert(size)
        }
        return found
    }

    private static let suffixes = ThumbnailSize.allCases.map { (size: $0, suffix: Array($0.suffix.utf8)) }

    package func bytes(of year: String) -> Int64 {
        guard let folder = (try? root.folder(ThumbnailSize.folder(year))) ?? nil else { return 0 }
        let entries = (try? folder.entries()) ?? []
        return entries.reduce(0) { $0 + (((try? folder.status($1.name)) ?? nil)?.bytes ?? 0) }
    }

    /// The sizes that a picture of this name and length gets. Its width matters only where it is heavy.
    package static func wanted(
        of name: String, bytes: Int64, width: @autoclosure () throws -> Int?
    ) rethrows -> Set<ThumbnailSize> {
        guard let format = PictureFormat(ofName: name), !format.isVideo,
            bytes > ThumbnailSize.heavy || !format.isForBrowsers
        else { return ThumbnailSize.always }
        return try ThumbnailSize.always.union(ThumbnailSize.ofHeavy(width: width()))
    }

    /// The days that lack a size and have no mark, newest first.
    ///
    /// - Parameters:
    ///   - months: Only days of these; `nil` for all.
    ///   - tidying: Whether thumbnails and marks of days without a picture are removed, and marks that have ended do not
    ///     count. Without it nothing is changed, and a mark of the day's picture counts at any age.
    package func missing(
        _ listing: Listing, of months: Set<String>? = nil, at now: Timestamp, tidying: Bool = true
    ) throws -> [Day] {
        let inYear = Dictionary(grouping: months ?? listing.months) { String($0.prefix(4)) }
        var lacking: [Day] = []
        let all = months == nil ? try root.folder(ThumbnailSize.folder)?.entries().filter { $0.kind == .folder } : nil
        for year in Set(inYear.keys).union((all ?? []).map(\.name.description)) {
            let found = try found(in: year, sweeping: tidying ? listing : nil)
            for month in inYear[year] ?? [] {
                let folder = try? root.folder(Tree.monthPath(month))
                for (day, names) in listing.days[month: month] where names.isPresent {
                    let sizes = found[day] ?? []
                    // A day that has all sizes needs no check of its picture.
                    if sizes.count == ThumbnailSize.allCases.count { continue }
                    // A day that is hidden or waits for its picture gets no thumbnail, whatever file its owner has put
                    // beside its metadata, and one with a damaged JSON none until that is mended.
                    guard let name = names.file(by: metadata(day)),
                        let bytes = (try? folder?.status(FilePath(name)))?.bytes,
                        !Self.wanted(of: name, bytes: bytes, width: metadata(day)?.mirror.picture?.width)
                            .isSubset(of: sizes),
                        let stored = metadata(day)?.mirror, stored.state != .hidden, let picture = stored.picture
                    else { continue }
                    let mark = mark(of: day)
                    let isHeld = tidying ? mark?.holds(for: picture, at: now) : mark?.explainsLack(of: picture)
                    if isHeld != true { lacking.append(day) }
                }
            }
        }
        return lacking.sorted(by: >)
    }

    private func metadata(_ day: Day) -> Metadata? {
        try? root.read(Tree.metadataPath(day)).flatMap { try? Metadata($0, of: day) }
    }

    /// Removes a day's thumbnails and its mark.
    package func forget(_ day: Day) throws {
        try remove(day)
        try removeMark(of: day)
    }

    package func removeMark(of day: Day) throws {
        try root.folder(ThumbnailSize.folder(day.year))?.remove(ThumbnailMark.name(day))
    }

    package func remove(_ day: Day) throws {
        guard let folder = try root.folder(ThumbnailSize.folder(day.year)) else { return }
        for size in ThumbnailSize.allCases { try folder.remove(size.path(day).name) }
    }
}
