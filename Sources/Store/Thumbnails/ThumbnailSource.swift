package import Days
package import Folder
internal import Hashing
package import Pages

/// The source of a day's thumbnails.
package struct ThumbnailSource: Sendable {
    package var day: Day
    /// The hash of the day's file, whether it is shown or not.
    package var sha256: String
    /// The picture as an open file, which stays the same when another takes its name; `nil` for a video in the mirror.
    package var picture: OpenFile?
    /// Whether `picture` is the poster inside the day's page.
    package var isPoster = false
    /// The identity of the file in the month's folder.
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
