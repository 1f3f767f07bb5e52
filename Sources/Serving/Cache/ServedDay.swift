internal import Days
internal import Folder
internal import MirrorTree
internal import Pages

/// A day as the mirror has it, read for an answer.
struct ServedDay: Sendable {
    let metadata: Metadata
    let file: String?
    let thumbnails: Set<ThumbnailSize>
    /// The file of the day's metadata.
    let source: CachedAnswer.Source

    /// When the metadata were written, in seconds since 1970. The inode's change time would tell of a favorite's
    /// second name, too, which is no client's business.
    var changed: Int { Int(source.status.written / 1_000_000_000) }
}

extension MirrorCache.Shown {
    /// A fingerprint of the files that a day's entry is made of, by names and times.
    func state(of day: Day, withRecord: Bool) -> String {
        let record = withRecord ? (try? tree.root.status(Tree.recordPath(day))) ?? nil : nil
        let status = (try? tree.root.status(Tree.metadataPath(day))) ?? nil
        let files = listing.days[day]?.files ?? []
        let thumbnails = tree.thumbnails(day).map(\.rawValue).sorted()
        // A file that was just written may change again in one tick of the clock, so its entry is made again with each
        // listing.
        let revision = status.map { FileStatus.isOver($0.written) } == true ? 0 : revision
        return
            "\(revision) \(status?.identity.inode ?? 0) \(status?.written ?? 0) \(record?.written ?? 0) \(files) \(thumbnails)"
    }

    /// `nil` for a day without metadata, or that the owner hid. Throws where the metadata cannot be read or the month
    /// cannot be listed, so that no client takes the day for one without a picture.
    func day(_ day: Day) throws -> ServedDay? {
        if let closed = listing.closedFolder(of: day) { throw closed }
        guard let (file, status) = try tree.root.opened(Tree.metadataPath(day)) else { return nil }
        let metadata = try Metadata(try file.read(Int(min(status.bytes, 1 << 22)), at: 0), of: day)
        guard metadata.mirror.state != .hidden else { return nil }
        let picture = listing.days[day]?.file(by: metadata)
        let thumbnails = picture == nil ? [] : tree.thumbnails(day)
        return ServedDay(
            metadata: metadata, file: picture, thumbnails: thumbnails,
            source: CachedAnswer.Source(path: Tree.metadataPath(day), status: status))
    }
}

extension Tree {
    /// The sizes of a day's thumbnails that are there.
    fileprivate func thumbnails(_ day: Day) -> Set<ThumbnailSize> {
        guard let folder = try? root.folder(ThumbnailSize.folder(day.year)) else { return [] }
        return Set(ThumbnailSize.allCases.filter { (try? folder.status($0.path(day).name))??.kind == .file })
    }
}
