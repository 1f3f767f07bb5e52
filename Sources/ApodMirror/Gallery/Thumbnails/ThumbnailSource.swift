internal import Folder

/// What a day's thumbnails are made of.
struct ThumbnailSource: Sendable {
    var day: Day
    /// Of the day's file, whether it is what is shown or not.
    var sha256: String
    /// Open, so it is this picture whatever takes its name meanwhile; `nil` for a video that lies in the mirror.
    var picture: OpenFile?
    /// What is open is the poster inside the day's page.
    var isPoster = false
    /// The file in the month's folder.
    var file: FileStatus.Identity
    var sizes: Set<ThumbnailSize>
    /// In pixels, the largest first.
    var widths: [Int] { sizes.sorted(by: >).map(\.rawValue) }
    /// Where NASA has a smaller picture, or the poster.
    var standIn: String?
}
