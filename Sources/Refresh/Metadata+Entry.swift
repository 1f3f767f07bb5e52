internal import Days
internal import MirrorTree
internal import NASA

extension Metadata {
    /// The metadata of an entry, still without a picture.
    init(_ entry: Entry, source: String, fetched: Timestamp) {
        let shape = LegacyShape(entry)
        self.init(
            date: entry.day, title: entry.title, explanation: entry.explanation,
            mediaType: MediaType(rawValue: shape.mediaType) ?? .other,
            url: shape.url, hdurl: shape.hdurl, thumbnailURL: shape.thumbnailURL, copyright: entry.copyright,
            mirror: Mirror(
                source: source, fetched: fetched, page: entry.page, postID: entry.postID, credit: entry.credit,
                explanationHTML: entry.explanationHTML, alt: entry.alt, mediaType: entry.publishedMediaType,
                state: .pending, poster: shape.thumbnailURL))
    }

    /// The metadata with the file that stands for the day.
    func with(_ picture: Picture) -> Metadata {
        var metadata = self
        metadata.mirror.picture = picture
        metadata.mirror.state = .present
        metadata.mirror.pending = nil
        return metadata
    }
}
