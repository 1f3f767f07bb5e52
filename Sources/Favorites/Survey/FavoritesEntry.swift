internal import Days
internal import Folder
internal import Pages

/// An entry of `favorites/` that means a day.
struct FavoritesEntry: Hashable, Sendable {
    /// The path with the very bytes that lie on the disk.
    let path: FilePath
    let day: Day
    let form: Form

    enum Form: Hashable, Sendable {
        case link(to: FilePath)
        /// A file with the very bytes of the day's picture.
        case picture(FileStatus)
        /// A small file that stands for a link.
        case shortcut(FileStatus)
        /// A file that is called like one of the day's thumbnails.
        case thumbnail(ThumbnailSize, FileStatus)
        /// Other bytes under the day's name: the owner's, and left as they are.
        case other
    }
}
