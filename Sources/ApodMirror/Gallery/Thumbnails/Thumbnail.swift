/// What became of one day's thumbnails.
struct Thumbnail: Sendable {
    var day: Day
    var outcome: Outcome

    enum Outcome: Sendable {
        case made(Set<ThumbnailSize>)
        case failed(ThumbnailFailure)
    }
}
