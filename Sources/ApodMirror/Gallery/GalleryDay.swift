internal import Days

/// What the pages show of one day.
struct GalleryDay: Equatable, Sendable {
    var day: Day
    var title: String
    var credit: String?
    /// Whose rights are reserved.
    var copyright: String?
    /// Plain text.
    var explanation = ""
    /// What is to be seen, for those who do not see it.
    var alt: String?
    /// NASA's own page of the day.
    var page: String?
    /// A favorite's albums, as paths below `favorites/`; the folder itself is the empty one. `nil` for no favorite.
    var albums: [String]?
    var content: Content
    /// The thumbnails that are there.
    var thumbnails: Set<ThumbnailSize> = []

    /// Files are named as they stand in the month's folder.
    enum Content: Equatable, Sendable {
        case picture(GalleryPicture)
        /// A video that is in the mirror.
        case video(file: String)
        /// A page of ours that opens what lives elsewhere.
        case page(file: String)
        /// There is no picture yet.
        case pending(reason: String)
    }
}

/// A picture as browsers need to know it.
struct GalleryPicture: Equatable, Sendable {
    var file: String
    var width: Int?
    var height: Int?
    var bytes: Int64
    /// Browsers know JPEG, PNG, GIF and WebP.
    var isForBrowsers: Bool
}
