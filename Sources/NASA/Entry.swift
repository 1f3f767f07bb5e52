public import Days

/// A source's data of one day, in one shape for all sources: text as plain text, addresses repaired.
public struct Entry: Equatable, Sendable {
    public var day: Day
    /// The title in one line, without entities, line breaks or a swallowed `Credit:` label.
    public var title: String
    public var explanation: String
    /// The explanation with its links, reduced to `a[href=http/https]`, `b`, `i`, `sup`, `sub` and
    /// `br`.
    public var explanationHTML: String?
    /// The last paragraph of the explanation, where it stands apart; `nil` where none does.
    public var ending: String?
    public var credit: String?
    /// Set only where NASA's label claims rights.
    public var copyright: String?
    /// The address of the license of Creative Commons that the credit links to.
    public var license: String?
    public var alt: String?
    /// `image`, `video`, `iframe`, `other` or whatever NASA invents next, word for word.
    public var publishedMediaType: String
    /// The article's address.
    public var page: String?
    public var postID: Int?
    public var media: Media
    /// The SHA-256 of the picture, where the source is another mirror that has it.
    public var digest: String?
    /// The address from which that mirror fetched the picture.
    public var origin: String?
    /// The reason why the record is no answer about its day; `nil` where it is one.
    public var defect: String?
    /// The very bytes of the day's JSON object in the answer; `nil` where they are too many to be a day's.
    public var record: [UInt8]?
    /// The server that a record came from which was kept or handed on; `nil` for the one that was asked.
    public var recordOrigin: Origin?

    /// The API that served a record, and its address.
    public struct Origin: Equatable, Sendable {
        public var source: String
        public var base: String
    }
}

extension Entry {
    /// A day of which nothing is said.
    public init(of day: Day) {
        self.init(day: day, title: "", explanation: "", publishedMediaType: "", media: .unnamed)
    }
}

/// The place of a day's picture or video.
public enum Media: Equatable, Sendable {
    /// A picture. `original` is the untouched upload, `rendition` replaces it while it cannot be had, and `preview` is
    /// about 1,024 pixels wide.
    case picture(original: String?, rendition: String?, preview: String?)
    /// A video file on a server of NASA's. `instead` is the picture of a day published as an image, which is as good
    /// where the film cannot be had; the poster of a video is not.
    case hostedVideo(String, poster: String?, instead: String? = nil)
    /// A video or page on another server.
    case elsewhere(String, poster: String?)
    /// The placeholder of a picture that is not migrated yet.
    case placeholder
    /// The entry says that the day has a picture, and names none.
    case unnamed
    /// The entry names no media at all.
    case none
}

/// The legacy API's media keys, derived from an entry of either source, so that old programs can read a mirror.
public struct LegacyShape: Equatable, Sendable {
    /// `image`, `video` or `other`: the legacy API has no more types.
    public var mediaType: String
    /// The address of a picture about 1,024 pixels wide, or of the video.
    public var url: String?
    public var hdurl: String?
    /// The address of the video's poster.
    public var thumbnailURL: String?

    public init(_ entry: Entry) {
        switch entry.media {
        case .picture(let original, let rendition, let preview):
            mediaType = "image"
            url = preview ?? rendition ?? original
            hdurl = original ?? rendition
        case .hostedVideo(let address, let poster, _), .elsewhere(let address, let poster):
            mediaType = "video"
            url = address
            thumbnailURL = poster
        case .placeholder, .unnamed, .none:
            switch entry.publishedMediaType.lowercased() {
            case "image": mediaType = "image"
            case "video", "iframe": mediaType = "video"
            default: mediaType = "other"
            }
        }
    }
}
