public import Days

/// What the pages show of one day.
public struct GalleryDay: Equatable, Sendable {
    public var day: Day
    public var title: String
    public var credit: String?
    /// Whose rights are reserved.
    public var copyright: String?
    /// Plain text.
    public var explanation: String
    /// What is to be seen, for those who do not see it.
    public var alt: String?
    /// NASA's own page of the day.
    public var page: String?
    /// A favorite's albums, as paths below `favorites/`; the folder itself is the empty one. `nil` for no favorite.
    public var albums: [String]?
    public var content: Content
    /// The thumbnails that are there.
    public var thumbnails: Set<ThumbnailSize>

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
    public var file: String
    public var width: Int?
    public var height: Int?
    public var bytes: Int64
    /// Browsers know JPEG, PNG, GIF and WebP.
    public var isForBrowsers: Bool

    public init(file: String, width: Int? = nil, height: Int? = nil, bytes: Int64, isForBrowsers: Bool) {
        self.file = file
        self.width = width
        self.height = height
        self.bytes = bytes
        self.isForBrowsers = isForBrowsers
    }
}
