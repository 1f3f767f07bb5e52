internal import Days
internal import Folder
internal import GalleryReading
package import MirrorTree
internal import Pages

/// Caches the size of each year's thumbnails in kilobytes, so that a request for the status does not wait for a scan of
/// thirty thousand files.
extension GalleryWriter {
    func rememberRoom(of years: Set<String>) throws {
        let thumbnails = ThumbnailFolder(tree.root)
        let former = tree.roomOfThumbnails ?? DayNumbers()
        var room: [Int32: [Int32]] = [:]
        for year in former.days { room[year] = Array(former[number: year]) }
        for year in years {
            guard let number = Int32(year) else { continue }
            room[number] = [Int32(clamping: (thumbnails.bytes(of: year) + 999) / 1_000)]
        }
        var all = DayNumbers()
        for (year, kilobytes) in room.sorted(by: { $0.key < $1.key }) { all.append(year, kilobytes) }
        if all == former { return }
        let own = try tree.root.makeFolder(Tree.own)
        try tree.saver().save(NumbersFile.bytes("room", [all]), as: Tree.room.name, in: own, .whole)
    }
}

extension Tree {
    fileprivate static let room = own.appending("room")

    /// The cached sizes by year; `nil` where no page was ever written, or only by another version.
    fileprivate var roomOfThumbnails: DayNumbers? {
        ((try? root.read(Self.room)) ?? nil).flatMap { NumbersFile.lists("room", 1, in: $0)?.first }
    }

    /// The size of all thumbnails as of the last page written.
    package var thumbnailBytes: Int64? {
        roomOfThumbnails.map { $0.values.reduce(0) { $0 + 1_000 * Int64($1) } }
    }
}
