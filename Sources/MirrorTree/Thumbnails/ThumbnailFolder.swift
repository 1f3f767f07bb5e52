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
        Self.mark(ThumbnailSize.folder(day.year).appending(ThumbnailMark.name(day)), in: root)
    }

    private static func mark(_ path: FilePath, in folder: Folder) -> ThumbnailMark? {
        guard let bytes = try? folder.read(path) else { return nil }
        return try? JSONReader.read(from: bytes)
    }

    package func thumbnails(of year: String) -> [Day: Set<ThumbnailSize>] {
        var found: [Day: Set<ThumbnailSize>] = [:]
        let entries = (try? root.folder(ThumbnailSize.folder(year))?.entries()) ?? []
        for entry in entries where entry.kind == .file {
            guard let day = Day(entry.name.bytes.prefix(10)), case .thumbnail(let size)? = Self.meaning(of: entry.name)
            else { continue }
            found[day, default: []].insert(size)
        }
        return found
    }

    /// The bytes that a year's thumbnails take.
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
    ///   - tidying: Whether thumbnails and marks of days without a picture are removed, marks that hold get a new time,
    ///     and marks that have ended do not count. Without it nothing is changed, and a mark of the day's picture
    ///     counts at any age.
    package func missing(
        _ listing: Listing, of months: Set<String>? = nil, at now: Timestamp, tidying: Bool = true
    ) throws -> [Day] {
        // Bits take little memory for thousands of days.
        var there: [Day: UInt8] = [:]
        var withNote: Set<Day> = []
        var lacking: [Day] = []
        let years = months.map { Set($0.map { String($0.prefix(4)) }) }
        try goThrough(listing, { years?.contains($0) != false }, sweeping: tidying) { day, meaning, file, folder in
            switch meaning {
            case .thumbnail(let size): there[day, default: 0] |= Self.bit(size)
            case .mark:
                // The day's JSON, which the check may need, cannot be read in a closed month.
                if try listing.isPresent(day) && isHeld(file, of: day, in: folder, at: tidying ? now : nil) {
                    withNote.insert(day)
                }
            }
        }
        for month in months ?? listing.months {
            let folder = (try? root.folder(Tree.monthPath(month))) ?? nil
            for day in listing.days.present(inMonth: month) where !withNote.contains(day) {
                let bits = there[day] ?? 0
                // A day that has all sizes needs no check of its picture.
                if bits == Self.bits(ThumbnailSize.allCases) { continue }
                let wanted = Self.bits(wanted(day, listing, folder))
                if bits & wanted != wanted, namesPicture(day) { lacking.append(day) }
            }
        }
        return lacking.sorted(by: >)
    }

    /// A day that is hidden or waits for its picture gets no thumbnail, whatever file its owner has put beside its
    /// metadata, and one with a damaged JSON none until that is mended.
    private func namesPicture(_ day: Day) -> Bool {
        let metadata = try? root.read(Tree.metadataPath(day)).map { try Metadata($0, of: day) }
        return metadata.map { $0.mirror.state != .hidden && $0.mirror.picture != nil } ?? false
    }

    private func wanted(_ day: Day, _ listing: Listing, _ month: Folder?) -> Set<ThumbnailSize> {
        let told = { try? root.read(Tree.metadataPath(day)).flatMap { try? Metadata($0, of: day) } }
        guard let name = listing.days[day]?.file(by: told()), let status = try? month?.status(FilePath(name)) else {
            return []
        }
        return Self.wanted(of: name, bytes: status.bytes, width: told()?.mirror.picture?.width)
    }

    private static func bit(_ size: ThumbnailSize) -> UInt8 {
        UInt8(1) << (ThumbnailSize.allCases.firstIndex(of: size) ?? 0)
    }

    private static func bits(_ sizes: some Sequence<ThumbnailSize>) -> UInt8 {
        sizes.reduce(0) { $0 | bit($1) }
    }

    /// Removes all marks, so that every day is tried again.
    package func forgetMarks(_ listing: Listing) throws {
        try goThrough(listing, { _ in true }, sweeping: true) { _, meaning, file, folder in
            if meaning == .mark { try folder.remove(file) }
        }
    }

    /// Visits all thumbnails and marks, or those of some years. With `sweeping` it removes files of days without a
    /// picture.
    private func goThrough(
        _ listing: Listing, _ isAsked: (_ year: String) -> Bool, sweeping: Bool,
        _ body: (Day, Meaning, _ file: FilePath, _ folder: Folder) throws -> Void
    ) throws {
        for year in try root.folder(ThumbnailSize.folder)?.entries() ?? [] where year.kind == .folder {
            guard isAsked(year.name.description) else { continue }
            guard let folder = try root.folder(ThumbnailSize.folder.appending(year.name)) else { continue }
            for entry in try folder.entries() {
                guard let day = Day(entry.name.bytes.prefix(10)) else { continue }
                // A day in a month that is closed for now is not gone.
                if !listing.isPresent(day), listing.closedFolder(of: day) == nil {
                    if sweeping { try folder.remove(entry.name) }
                } else if entry.kind == .file, let meaning = Self.meaning(of: entry.name) {
                    try body(day, meaning, entry.name, folder)
                }
            }
        }
    }

    /// Whether a mark is of the picture that is there. A mark newer than the day's JSON is; for an older one the JSON is
    /// read, and the mark gets a new time.
    ///
    /// - Parameter now: the time at which the mark must not have ended; `nil` for a check that changes nothing.
    private func isHeld(_ name: FilePath, of day: Day, in folder: Folder, at now: Timestamp?) throws -> Bool {
        guard let mark = Self.mark(name, in: folder), let noted = try folder.status(name),
            let told = try root.status(Tree.metadataPath(day))
        else { return false }
        if told.changed < noted.changed { return mark.isForGood || now.map { $0 < mark.end } ?? true }
        guard
            let picture = try root.read(Tree.metadataPath(day)).flatMap({ try? Metadata($0, of: day) })?.mirror.picture
        else { return false }
        guard let now else { return mark.explainsLack(of: picture) }
        guard mark.holds(for: picture, at: now) else { return false }
        try folder.open(name)?.setWritten(FileStatus.clock)
        return true
    }

    /// Removes a day's thumbnails and its mark.
    package func forget(_ day: Day) throws {
        try remove(day)
        try root.folder(ThumbnailSize.folder(day.year))?.remove(ThumbnailMark.name(day))
    }

    package func remove(_ day: Day) throws {
        guard let folder = try root.folder(ThumbnailSize.folder(day.year)) else { return }
        for size in ThumbnailSize.allCases { try folder.remove(size.path(day).name) }
    }

    private enum Meaning: Equatable {
        case thumbnail(ThumbnailSize), mark
    }

    /// Reads a name that begins with a day.
    private static func meaning(of name: FilePath) -> Meaning? {
        let rest = name.bytes.dropFirst(10)
        if rest.elementsEqual(ThumbnailMark.suffix.utf8) { return .mark }
        return suffixes.first { rest.elementsEqual($0.suffix) }.map { .thumbnail($0.size) }
    }

    private static let suffixes = ThumbnailSize.allCases.map { (size: $0, suffix: Array($0.suffix.utf8)) }
}
