package import Days
package import Folder
internal import Hashing
package import Pages

/// What a day's thumbnails are made of.
package struct ThumbnailSource: Sendable {
    package var day: Day
    /// Of the day's file, whether it is what is shown or not.
    package var sha256: String
    /// Open, so it is this picture whatever takes its name meanwhile; `nil` for a video that lies in the mirror.
    package var picture: OpenFile?
    /// What is open is the poster inside the day's page.
    package var isPoster = false
    /// The file in the month's folder.
    var file: FileStatus.Identity
    package var sizes: Set<ThumbnailSize>
    /// In pixels, the largest first.
    package var widths: [Int] { sizes.sorted(by: >).map(\.rawValue) }
    /// Where NASA has a smaller picture, or the poster.
    package var standIn: String?

    /// Whether what is open is still what was stored. Reads all of it.
    package var isAsStored: Bool {
        guard let picture, !isPoster else { return true }
        return (try? SHA256.hash(file: picture.descriptor)) == sha256
    }
}
