package import Days
package import Folder
package import MirrorTree
internal import Pictures

/// Today.jpg and Today.json stand for the newest picture, in a form that every program can show: a JPEG, at most 3,840
/// pixels wide. Any other picture is shown once it was converted (``pictureToMake(at:)``). Both files are replaced
/// whole; the JSON comes last, so it is the file to watch.
package final class TodayFiles {
    private let tree: Tree
    private let store: DayStore
    private let thumbnails: ThumbnailStore
    private let events: MirrorEvents
    /// Called before Today changes to another day, so that links to Today are read while they mean the former one.
    package var willChange: () -> Void = {}

    package init(_ tree: Tree, _ store: DayStore, _ thumbnails: ThumbnailStore, _ events: MirrorEvents) {
        self.tree = tree
        self.store = store
        self.thumbnails = thumbnails
        self.events = events
    }

    package func update() throws {
        // A new version of the picture that is shown takes its place once it was converted.
        if let day = try pictureToMake(at: .now)?.day, try day == shownDay(),
            try tree.root.status("Today.jpg")?.kind == .file
        {
            return
        }
        guard let newest = try newestShowable() else { return try removeHidden() }
        let former = try shownDay()
        // A day shown whose month is closed for now is still the newest.
        if let former, former > newest.0.date, store.listing.closedFolder(of: former) != nil { return }
        if former.map({ $0 != newest.0.date }) == true { willChange() }
        try show(newest)
    }

    /// Makes Today.jpg again when it is missing although Today.json names its day.
    package func restore() throws {
        guard try tree.root.status("Today.jpg") == nil, let day = try shownDay() else { return }
        if try pictureToMake(at: .now)?.day == day { return events.send(.taken(.today)) }
        if let newest = try newestShowable() { try show(newest) }
    }

    /// Makes Today.jpg again when it is not what it should be.
    package func makeAgain() throws {
        if try tree.root.status("Today.jpg")?.kind == .folder { return }
        try tree.root.remove("Today.jpg")
        try restore()
    }

    private func shownDay() throws -> Day? {
        try tree.root.read("Today.json").flatMap { try? Metadata($0).date }
    }

    private func show(_ newest: (Metadata, [UInt8])) throws {
        let (metadata, bytes) = newest
        guard let picture = metadata.mirror.picture, let month = try tree.root.folder(Tree.monthPath(metadata.date)),
            let file = try month.open(FilePath(picture.file))
        else { return }
        let shown = try tree.root.read("Today.json")
        let former = shown.flatMap { try? Metadata($0) }
        let status = try tree.root.status("Today.jpg")
        let isShown = former?.mirror.picture?.sha256 == picture.sha256 && status?.kind == .file
        if !isShown || picture.fitsToday && status?.bytes != picture.bytes {
            try tree.saver().save(copyOf: file, as: "Today.jpg", in: tree.root, .whole)
        }
        if shown != bytes { try tree.saver().save(bytes, as: "Today.json", in: tree.root, .whole) }
    }

    /// Removes a hidden picture that no other can replace: the JSON goes first, so that nothing refers to the picture.
    private func removeHidden() throws {
        guard let shown = try tree.root.read("Today.json").flatMap({ try? Metadata($0) }),
            let metadata = try? tree.metadata(shown.date), metadata.mirror.state == .hidden
        else { return }
        try tree.root.remove("Today.json")
        try tree.root.remove("Today.jpg")
    }

    private func newestShowable() throws -> (Metadata, [UInt8])? {
        for day in store.listing.presentDays.reversed() {
            guard let picture = try picture(of: day) else { continue }
            if try picture.metadata.mirror.picture?.fitsToday == true || isShown(picture.metadata) {
                return (picture.metadata, picture.bytes)
            }
        }
        return nil
    }

    /// The newest picture, if Today can show it only once it was made smaller, or a JPEG.
    package func pictureToMake(at now: Timestamp) throws -> TodayPicture? {
        for day in store.listing.presentDays.reversed() {
            guard let picture = try picture(of: day), let stored = picture.metadata.mirror.picture,
                thumbnails.mark(of: day)?.holds(for: stored, at: now) != true
            else { continue }
            if try stored.fitsToday || isShown(picture.metadata) { return nil }
            guard let file = try tree.root.open(Tree.monthPath(day).appending(FilePath(stored.file))) else { continue }
            return TodayPicture(day: day, file: file, sha256: stored.sha256)
        }
        return nil
    }

    /// Shows a converted picture, unless a newer one came meanwhile.
    package func show(_ staged: Saver.Staged, of picture: TodayPicture) throws {
        guard try pictureToMake(at: .now)?.sha256 == picture.sha256, let metadata = try self.picture(of: picture.day)
        else { return try tree.saver().discard(staged) }
        if try shownDay() != picture.day { willChange() }
        try tree.saver().place(staged, as: "Today.jpg", in: tree.root)
        try tree.saver().save(metadata.bytes, as: "Today.json", in: tree.root, .whole)
    }

    /// A day's metadata and its bytes; `nil` unless a picture stands there that is not hidden.
    private func picture(of day: Day) throws -> (metadata: Metadata, bytes: [UInt8])? {
        guard let bytes = try tree.root.read(Tree.metadataPath(day)), let metadata = try? Metadata(bytes, of: day),
            metadata.mirror.state != .hidden, let name = metadata.visibleName,
            PictureFormat(ofName: name)?.isVideo == false,
            try tree.root.status("\(Tree.monthPath(day))/\(name)")?.kind == .file
        else { return nil }
        return (metadata, bytes)
    }

    /// Whether Today stands for this picture already.
    private func isShown(_ metadata: Metadata) throws -> Bool {
        guard let shown = try tree.root.read("Today.json").flatMap({ try? Metadata($0) }) else { return false }
        return try shown.date == metadata.date && shown.mirror.picture?.sha256 == metadata.mirror.picture?.sha256
            && tree.root.status("Today.jpg")?.kind == .file
    }
}

/// A picture that Today cannot show as it is.
package struct TodayPicture: Sendable {
    package var day: Day
    package var file: OpenFile
    var sha256: String

    /// Pictures of that width fit on every screen.
    package static let width = 3_840
}

extension Metadata.Picture {
    /// Whether the picture is a JPEG, and not too wide for Today.
    package var fitsToday: Bool {
        guard file.hasSuffix(".\(PictureFormat.jpeg.suffix)"), let width else { return false }
        return width <= TodayPicture.width
    }
}
