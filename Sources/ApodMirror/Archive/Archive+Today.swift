internal import Folder

extension Archive {
    /// Today.jpg and Today.json stand for the newest picture that every program can show: a JPEG, at most 3,840 pixels
    /// wide. Both are copies, each replaced whole; the JSON comes last, so it is the file to watch.
    func updateToday() throws {
        guard let (metadata, bytes) = try newestShowable() else { return }
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

    private func newestShowable() throws -> (Metadata, [UInt8])? {
        for day in listing.presentDays.reversed() {
            guard let bytes = try tree.root.read(Tree.metadataPath(day)), let metadata = try? Metadata(bytes),
                metadata.mirror.state != .hidden, let picture = metadata.mirror.picture,
                picture.file.hasSuffix(".\(PictureFormat.jpeg.suffix)"),
                let width = picture.width, width <= Self.todayWidth
            else { continue }
            return (metadata, bytes)
        }
        return nil
    }

    private static let todayWidth = 3_840
}
