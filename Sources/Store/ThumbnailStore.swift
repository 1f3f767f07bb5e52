package import Days
package import Folder
internal import Hashing
internal import JSON
package import MirrorTree
package import Pages
internal import Pictures

/// Puts thumbnails in their places, and keeps marks of pictures that get none.
package final class ThumbnailStore {
    private let tree: Tree
    private let store: DayStore
    package let folder: ThumbnailFolder

    package init(_ tree: Tree, _ store: DayStore) {
        (self.tree, self.store, folder) = (tree, store, ThumbnailFolder(tree.root))
    }

    /// Returns `nil` for a day without a file, or whose picture was tried in vain already. Throws where that cannot be
    /// told now.
    package func source(of day: Day, at now: Timestamp) throws -> ThumbnailSource? {
        guard let metadata = try metadata(day), metadata.mirror.state != .hidden,
            let picture = metadata.mirror.picture, let name = metadata.visibleName,
            let file = try tree.root.open(Tree.monthPath(day).appending(FilePath(name)))
        else { return nil }
        if folder.mark(of: day)?.holds(for: picture, at: now) == true { return nil }
        let status = try file.status()
        var source = ThumbnailSource(
            day: day, sha256: picture.sha256, picture: nil, file: status.identity,
            sizes: ThumbnailFolder.wanted(of: name, bytes: status.bytes, width: picture.width),
            standIn: metadata.mirror.poster ?? metadata.thumbnailURL)
        switch PictureFormat(ofName: name) {
        case nil:
            // A page that the mirror rendered has its poster inside.
            let poster = try VideoPage.poster(in: file)
            source.picture = try poster.map { try OpenFile.inMemory("poster", $0.bytes) }
            source.isPoster = true
            source.standIn = nil
        case let format? where format.isVideo: break
        default:
            source.picture = file
            source.standIn = metadata.url ?? metadata.hdurl
        }
        return source
    }

    /// Gives thumbnails their places, unless the day has another file by now.
    package func place(_ thumbnails: [(ThumbnailSize, Saver.Staged)], of source: ThumbnailSource) throws {
        guard try isStill(source) else { return discard(thumbnails.map(\.1)) }
        let folder = try yearFolder(source.day)
        for (size, staged) in thumbnails { try tree.saver().place(staged, as: size.path(source.day).name, in: folder) }
        try folder.remove(ThumbnailMark.name(source.day))
    }

    /// Removes staged files; the next start sweeps those that stay.
    package func discard(_ staged: [Saver.Staged]) {
        guard let saver = try? tree.saver() else { return }
        staged.forEach(saver.discard)
    }

    /// A damaged JSON names no picture.
    private func metadata(_ day: Day) throws -> Metadata? {
        do { return try tree.metadata(day) } catch is DamagedMetadata { return nil }
    }

    package func mark(
        _ source: ThumbnailSource, reason: String, _ cause: ThumbnailMark.Cause, now: Timestamp
    ) throws -> ThumbnailMark {
        let mark = ThumbnailMark.next(
            after: folder.mark(of: source.day), sha256: source.sha256, reason: reason, cause: cause, now: now)
        if try isStill(source) {
            let name = ThumbnailMark.name(source.day)
            try tree.saver().save(JSONFile.encode(mark), as: name, in: yearFolder(source.day), .whole)
        }
        return mark
    }

    /// Removes all marks, and returns all days with a file, newest first.
    package func all() throws -> [Day] {
        let days = store.listing.presentDays
        try days.forEach(folder.removeMark)
        return days.reversed()
    }

    private func isStill(_ source: ThumbnailSource) throws -> Bool {
        guard let name = try tree.metadata(source.day)?.visibleName else { return false }
        let path = Tree.monthPath(source.day).appending(FilePath(name))
        return try tree.root.status(path)?.identity == source.file
    }

    /// Backup programs leave a folder alone that is tagged as a cache: it can be made again.
    private func yearFolder(_ day: Day) throws -> Folder {
        let folder = try tree.root.makeFolder(ThumbnailSize.folder)
        if try folder.status(Self.cacheTag) == nil {
            try tree.saver().save(
                Array(
                    "Signature: 8a477f597d28d172789f06886806bc55\n# Thumbnails; apod-mirror makes them again.\n".utf8),
                as: Self.cacheTag, in: folder, .whole)
        }
        return try folder.makeFolder(FilePath(day.year))
    }

    private static let cacheTag: FilePath = "CACHEDIR.TAG"
}

package struct ThumbnailSource: Sendable {
    package var day: Day
    /// The hash of the day's file, whether it is shown or not.
    package var sha256: String
    /// The picture as an open file, which stays the same when another takes its name; `nil` for a video in the mirror.
    package var picture: OpenFile?
    /// Whether `picture` is the poster inside the day's page.
    package var isPoster = false
    var file: FileStatus.Identity
    package var sizes: Set<ThumbnailSize>
    /// The widths in pixels, largest first.
    package var widths: [Int] { sizes.sorted(by: >).map(\.rawValue) }
    /// The address of NASA's smaller version, or of the poster.
    package var standIn: String?

    /// Whether the open file still has the stored hash. The check reads all of it.
    package var isAsStored: Bool {
        guard let picture, !isPoster else { return true }
        return (try? SHA256.hash(file: picture.descriptor)) == sha256
    }
}
