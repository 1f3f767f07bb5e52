public import Days

/// What the pages show of one day.
public struct GalleryDay: Equatable, Sendable {
    public var day: Day
    var title: String
    var credit: String?
    /// Whose rights are reserved.
    var copyright: String?
    /// Plain text.
    var explanation: String
    /// What is to be seen, for those who do not see it.
    var alt: String?
    /// NASA's own page of the day.
    var page: String?
    /// A favorite's albums, as paths below `favorites/`; the folder itself is the empty one. `nil` for no favorite.
    var albums: [String]?
    var content: Content
    /// The thumbnails that are there.
    var thumbnails: Set<ThumbnailSize>

    public init(
        day: Day, title: String, credit: String? = nil, copyright: String? = nil, explanation: String = "",
        alt: String? = nil, page: String? = nil, albums: [String]? = nil, content: Content,
        thumbnails: Set<ThumbnailSize> = []
    ) {
        self.day = day
        self.title = title
        self.credit = credit
        self.copyright = copyright
        self.explanation = explanation
        self.alt = alt
        self.page = page
        self.albums = albums
        self.content = content
        self.thumbnails = thumbnails
    }

    /// Files are named as they stand in the month's folder.
    public enum Content: Equatable, Sendable {
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
public struct GalleryPicture: Equatable, Sendable {
    var file: String
    var width: Int?
    var height: Int?
    var bytes: Int64
    /// Browsers know JPEG, PNG, GIF and WebP.
    var isForBrowsers: Bool

    public init(file: String, width: Int? = nil, height: Int? = nil, bytes: Int64, isForBrowsers: Bool) {
        self.file = file
        self.width = width
        self.height = height
        self.bytes = bytes
        self.isForBrowsers = isForBrowsers
    }
}
