internal import Days
internal import Pages

/// What became of one day's thumbnails.
struct Thumbnail: Sendable {
    var day: Day
    var outcome: Outcome
    /// What the decoder said besides.
    var words: String?

    enum Outcome: Sendable {
        case made(Set<ThumbnailSize>)
        case failed(ThumbnailFailure)
    }
}
