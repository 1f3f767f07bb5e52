package import Days
package import Pages

/// The outcome of one day's thumbnails.
package struct Thumbnail: Sendable {
    package var day: Day
    package var outcome: Outcome
    /// Other messages of the decoder.
    package var words: String?

    package init(day: Day, outcome: Outcome, words: String? = nil) {
        self.day = day
        self.outcome = outcome
        self.words = words
    }

    package enum Outcome: Sendable {
        case made(Set<ThumbnailSize>)
        case failed(ThumbnailFailure)
    }
}
