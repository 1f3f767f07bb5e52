internal import Folder
internal import Pictures

extension Archive {
    /// Today.jpg and Today.json stand for the newest picture that every program can show: a JPEG, at most 3,840 pixels
    /// wide. Both are copies, each replaced whole; the JSON comes last, so it is the file to watch.
    func updateToday() throws {
        guard let newest = try newestShowable() else { return try removeHiddenToday() }
        // A link to Today means the day that Today stands for, and is read while it still does.
        if let former = try dayOfToday(), former != newest.0.date { _ = try? reconcileFavorites() }
        try showToday(newest)
    }

    /// Makes Today again when its picture went, but for one that never was.
    func restoreToday() throws {
        guard try tree.root.status("Today.jpg") == nil, try dayOfToday() != nil, let newest = try newestShowable()
        else {
            return
        }
        try showToday(newest)
    }

    private func dayOfToday() throws -> Day? {
        try tree.root.read("Today.json").flatMap { try? Metadata($0).date }
    }

    private func showToday(_ newest: (Metadata, [UInt8])) throws {
        let (metadata, bytes) = newest
        guard let picture = metadata.mirror.picture, let month = try tree.root.folder(Tree.monthPath(metadata.date)),
            let file = try month.open(FilePath(picture.file))
        else { return }
        let shown = try tree.root.read("Today.json")
        let former = shown.flatMap { try? Metadata($0) }
        let status = try tree.root.status("Today.jpg")
        if former?.mirror.picture?.sha256 != picture.sha256 || status?.kind != .file || status?.bytes != picture.bytes {
            try saver.save(copyOf: file, as: "Today.jpg", in: tree.root, .whole)
        }
        if shown != bytes { try saver.save(bytes, as: "Today.json", in: tree.root, .whole) }
    }

    /// Where no other picture can take its place, a hidden one goes: the JSON first, so that nothing refers to it.
    private func removeHiddenToday() throws {
        guard let shown = try tree.root.read("Today.json").flatMap({ try? Metadata($0) }),
            let metadata = try? tree.metadata(shown.date), metadata.mirror.state == .hidden
        else { return }
        try tree.root.remove("Today.json")
        try tree.root.remove("Today.jpg")
    }

    private func newestShowable() throws -> (Metadata, [UInt8])? {
        for day in listing.presentDays.reversed() {
            guard let bytes = try tree.root.read(Tree.metadataPath(day)), let metadata = try? Metadata(bytes),
                metadata.mirror.state != .hidden, let picture = metadata.mirror.picture,
                picture.file.hasSuffix(".\(PictureFormat.jpeg.suffix)"),
                let width = picture.width, width <= Self.todayWidth, metadata.visibleName != nil,
                try tree.root.status("\(Tree.monthPath(day))/\(picture.file)")?.kind == .file
            else { continue }
            return (metadata, bytes)
        }
        return nil
    }

    private static let todayWidth = 3_840
}
