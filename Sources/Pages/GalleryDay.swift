internal import Credits
public import Days
public import Sky

/// The data of one day that the pages show.
public struct GalleryDay: Equatable, Sendable {
    public var day: Day
    var title: String
    var credit: String?
    /// The holder of the reserved rights.
    var copyright: String?
    /// The address of the license that the credit links to.
    var license: String?
    var story: Story
    /// The days whose stories lead to this one.
    var mentions: [Day]
    /// The objects in the sky that title and story name.
    var objects: [SkyObject]
    /// The objects that the picture is of. Only a year's data tells one of them, the first whose place is known.
    public var subjects: [SkyObject] = []
    /// The most similar days, the most similar first.
    var similar: [Day]
    /// The other days that show the same picture, the oldest first.
    var repeats: [Day]
    /// A description of the picture, for readers who do not see it; `nil` where there is none but the title.
    var alt: String?
    /// NASA's own page of the day.
    var page: String?
    var content: Content
    /// The sizes of thumbnails that the mirror has.
    var thumbnails: Set<ThumbnailSize>

    public init(
        day: Day, title: String, credit: String? = nil, copyright: String? = nil, license: String? = nil,
        story: Story = Story(""), mentions: [Day] = [], objects: [SkyObject] = [], similar: [Day] = [],
        repeats: [Day] = [],
        alt: String? = nil, page: String? = nil,
        content: Content,
        thumbnails: Set<ThumbnailSize> = []
    ) {
        self.day = day
        self.title = title
        self.credit = credit
        self.copyright = copyright
        self.license = license
        self.story = story
        self.mentions = mentions
        self.objects = objects
        self.similar = similar
        self.repeats = repeats
        self.alt = alt == title ? nil : alt
        self.page = page
        self.content = content
        self.thumbnails = thumbnails
    }

    /// The picture's use, as its credit tells it.
    var reuse: Reuse { Reuse(credit: credit, copyright: copyright, license: license) }

    /// The day's picture, video or page; files are named as in the month's folder.
    public enum Content: Equatable, Sendable {
        case picture(GalleryPicture)
        /// A video that is in the mirror.
        case video(file: String)
        /// A page of the mirror's that opens media on another server.
        case page(file: String)
        /// The picture is not in the mirror yet.
        case pending(Waiting)
    }
}

/// A picture with the properties that browsers need.
public struct GalleryPicture: Equatable, Sendable {
    var file: String
    var width: Int?
    var height: Int?
    var bytes: Int64
    /// Whether browsers can show the format: JPEG, PNG, GIF or WebP.
    var isForBrowsers: Bool

    public init(file: String, width: Int? = nil, height: Int? = nil, bytes: Int64, isForBrowsers: Bool) {
        self.file = file
        self.width = width
        self.height = height
        self.bytes = bytes
        self.isForBrowsers = isForBrowsers
    }
}

/// The reason why a day has no picture yet.
public struct Waiting: Equatable, Sendable {
    /// The error's text, with the address.
    var reason: String
    /// The earliest day of the next request for it.
    var again: Day?

    public init(_ reason: String, again: Day? = nil) {
        self.reason = reason
        self.again = again
    }

    /// The reason for people; ``reason`` has the details.
    var inWords: String {
        again.map { "\(cause) It is asked for again on \($0.inItsWeek)." } ?? cause
    }

    private var cause: String {
        func says(_ words: String...) -> Bool { words.contains { reason.contains(words: $0) } }
        if says("status 404", "status 410") { return "NASA’s server does not have this picture yet." }
        if says("cannot be reached", "did not answer") { return "NASA’s server could not be reached." }
        if says("broke off", "ended after", "ended early", "was not done", "sent less") {
            return "This picture did not come whole."
        }
        return "This picture could not be fetched yet."
    }
}
