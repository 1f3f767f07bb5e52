public import Days
public import Sky

/// What the pages show of one day.
public struct GalleryDay: Equatable, Sendable {
    public var day: Day
    var title: String
    var credit: String?
    /// Whose rights are reserved.
    var copyright: String?
    var story: Story
    /// The days whose stories lead to this one.
    var mentions: [Day]
    /// The things in the sky that title and story name.
    var objects: [SkyObject]
    /// The days that are most like it, the first first.
    var similar: [Day]
    /// The other days that show the same picture, the oldest first.
    var encores: [Day]
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
        day: Day, title: String, credit: String? = nil, copyright: String? = nil, story: Story = Story(""),
        mentions: [Day] = [], objects: [SkyObject] = [], similar: [Day] = [], encores: [Day] = [],
        alt: String? = nil, page: String? = nil,
        albums: [String]? = nil, content: Content,
        thumbnails: Set<ThumbnailSize> = []
    ) {
        self.day = day
        self.title = title
        self.credit = credit
        self.copyright = copyright
        self.story = story
        self.mentions = mentions
        self.objects = objects
        self.similar = similar
        self.encores = encores
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
        case pending(Waiting)
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
