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
    private let events: MirrorEvents
    /// Called before Today changes to another day, so that links to Today are read while they mean the former one.
    package var willChange: () -> Void = {}

    package init(_ tree: Tree, _ store: DayStore, _ events: MirrorEvents) {
        (self.tree, self.store, self.events) = (tree, store, events)
    }

    package func update() throws {
        // A new version of the picture that is shown takes its place once it was converted.
        let former = try shown()?.date
        if let former, try pictureToMake(at: .now)?.day == former, try isPictureThere { return }
        guard let newest = try newestShowable() else { return try removeHidden() }
        if let former, former != newest.metadata.date {
            // A day shown whose month is closed for now is still the newest.
            if former > newest.metadata.date, store.listing.closedFolder(of: former) != nil { return }
            willChange()
        }
        try show(newest)
    }

    /// Makes Today.jpg again when it is missing although Today.json names its day.
    package func restore() throws {
        guard try tree.root.status("Today.jpg") == nil, let day = try shown()?.date else { return }
        if try pictureToMake(at: .now)?.day == day { return events.send(.taken(.today)) }
        if let newest = try newestShowable() { try show(newest) }
    }

    /// Makes Today.jpg again when it is not what it should be.
    package func makeAgain() throws {
        if try tree.root.status("Today.jpg")?.kind == .folder { return }
        try tree.root.remove("Today.jpg")
        try restore()
    }

    private func show(_ newest: Newest) throws {
        guard let file = try tree.root.open(newest.path) else { return }
        let hasOtherBytes = try newest.picture.fitsToday && tree.root.status("Today.jpg")?.bytes != newest.picture.bytes
        if try hasOtherBytes || !isShown(newest) {
            try tree.saver().save(copyOf: file, as: "Today.jpg", in: tree.root, .whole)
        }
        if try tree.root.read("Today.json") != newest.json {
            try tree.saver().save(newest.json, as: "Today.json", in: tree.root, .whole)
        }
    }

    private func shown() throws -> Metadata? {
        try tree.root.read("Today.json").flatMap { try? Metadata($0) }
    }

    private var isPictureThere: Bool {
        get throws { try tree.root.status("Today.jpg")?.kind == .file }
    }

    /// Removes a hidden picture that no other can replace: the JSON goes first, so that nothing refers to the picture.
    private func removeHidden() throws {
        guard let shown = try shown(), (try? tree.metadata(shown.date))?.mirror.state == .hidden else { return }
        try tree.root.remove("Today.json")
        try tree.root.remove("Today.jpg")
    }

    private func newestShowable() throws -> Newest? {
        for day in store.listing.presentDays.reversed() {
            if let newest = try newest(day), try newest.picture.fitsToday || isShown(newest) { return newest }
        }
        return nil
    }

    /// The newest picture, if Today can show it only once it was made smaller, or a JPEG.
    package func pictureToMake(at now: Timestamp) throws -> TodayPicture? {
        let thumbnails = ThumbnailFolder(tree.root)
        for day in store.listing.presentDays.reversed() {
            guard let newest = try newest(day), thumbnails.mark(of: day)?.holds(for: newest.picture, at: now) != true
            else { continue }
            if try newest.picture.fitsToday || isShown(newest) { return nil }
            guard let file = try tree.root.open(newest.path) else { continue }
            return TodayPicture(day: day, file: file, sha256: newest.picture.sha256)
        }
        return nil
    }

    /// Shows a converted picture, unless a newer one came meanwhile.
    package func show(_ staged: Saver.Staged, of picture: TodayPicture) throws {
        guard try pictureToMake(at: .now)?.sha256 == picture.sha256, let newest = try newest(picture.day)
        else { return try tree.saver().discard(staged) }
        if try shown()?.date != picture.day { willChange() }
        try tree.saver().place(staged, as: "Today.jpg", in: tree.root)
        try tree.saver().save(newest.json, as: "Today.json", in: tree.root, .whole)
    }

    /// A day with its picture, among the newest.
    private typealias Newest = (metadata: Metadata, json: [UInt8], picture: Metadata.Picture, path: FilePath)

    /// `nil` unless a picture stands there that is not hidden.
    private func newest(_ day: Day) throws -> Newest? {
        guard let json = try tree.root.read(Tree.metadataPath(day)), let metadata = try? Metadata(json, of: day),
            metadata.mirror.state != .hidden, let picture = metadata.mirror.picture, let name = metadata.visibleName,
            PictureFormat(ofName: name)?.isVideo == false,
            case let path = Tree.monthPath(day).appending(FilePath(name)), try tree.root.status(path)?.kind == .file
        else { return nil }
        return (metadata, json, picture, path)
    }

    /// Whether Today stands for this picture already.
    private func isShown(_ newest: Newest) throws -> Bool {
        guard let shown = try shown(), shown.date == newest.metadata.date else { return false }
        return try shown.mirror.picture?.sha256 == newest.picture.sha256 && isPictureThere
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
