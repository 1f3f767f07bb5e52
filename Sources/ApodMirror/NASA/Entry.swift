/// What a source says of one day, in one shape whatever the source: text as plain text, addresses repaired.
struct Entry: Equatable, Sendable {
    var day: Day
    /// One line, without entities, line breaks or a swallowed `Credit:` label.
    var title: String
    var explanation: String
    /// The explanation with its links, reduced to `a[href=http/https]`, `b`, `i` and `br`.
    var explanationHTML: String?
    var credit: String?
    /// Only where NASA's label claims rights.
    var copyright: String?
    var alt: String?
    /// `image`, `video`, `iframe`, `other` or whatever NASA invents next, word for word.
    var publishedMediaType: String
    /// The article's address.
    var page: String?
    var postID: Int?
    var media: Media
}

/// Where a day's picture is to be had.
enum Media: Equatable, Sendable {
    /// `original` is the untouched upload, `rendition` what stands in while the original cannot be had,
    /// `preview` about 1,024 pixels wide.
    case picture(original: String?, rendition: String?, preview: String?)
    /// A video file on a server of NASA's. `instead` is the picture of a day that was published as an image, which is as
    /// good where the film is not to be had; the poster of a video is not.
    case hostedVideo(String, poster: String?, instead: String? = nil)
    /// A video or page that lives elsewhere.
    case elsewhere(String, poster: String?)
    /// The placeholder of a picture that is not migrated yet.
    case placeholder
    /// The entry says that the day has a picture, and names none.
    case unnamed
    /// The entry names no media at all.
    case none
}
