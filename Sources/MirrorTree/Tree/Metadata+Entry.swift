package import Belief
package import Days
package import NASA

/// The day's JSON is a function of three things: the record as NASA served it, the facts of the picture, and the
/// owner's state. A pass, a repair and a rereading all make it here.
extension Metadata {
    /// The metadata of an entry, still without a picture.
    ///
    /// - Parameter base: the address of the server that the entry came from.
    package init(_ entry: Entry, source: String, base: String, fetched: Timestamp) {
        let shape = LegacyShape(entry)
        self.init(
            date: entry.day, title: entry.title, explanation: entry.explanation,
            mediaType: MediaType(rawValue: shape.mediaType) ?? .other,
            url: shape.url, hdurl: shape.hdurl, thumbnailURL: shape.thumbnailURL, copyright: entry.copyright,
            mirror: Mirror(
                source: source, fetched: fetched, page: entry.page, postID: entry.postID, credit: entry.credit,
                license: entry.license, explanationHTML: entry.explanationHTML, alt: entry.alt,
                mediaType: entry.publishedMediaType, state: .pending, poster: shape.thumbnailURL,
                record: entry.record.map { served in
                    Record(
                        serving: served, source: entry.recordOrigin?.source ?? source,
                        base: entry.recordOrigin?.base ?? base)
                }))
    }

    /// The metadata with the file that stands for the day.
    package func with(_ picture: Picture) -> Metadata {
        var metadata = self
        metadata.mirror.picture = picture
        metadata.mirror.state = .present
        metadata.mirror.pending = nil
        return metadata
    }

    /// The metadata with the picture that the day lost, which is back.
    package var withLostPicture: Metadata { mirror.picture == nil ? mirror.pending?.picture.map(with) ?? self : self }

    /// A text that is empty now, or that this source never has, is not a correction: the stored text stays. Links stay
    /// only with the story that they are in. An entry that names nothing for a while does not take addresses back.
    ///
    /// - Parameters:
    ///   - namesNothing: whether the entry names neither a picture nor where to see one.
    ///   - takesEmptyStory: whether the owner wants the entry's story, even an empty one.
    package mutating func fillGaps(from former: Metadata, namesNothing: Bool, takesEmptyStory: Bool = false) {
        if namesNothing || mirror.poster == nil {
            thumbnailURL = former.thumbnailURL
            mirror.poster = former.mirror.poster
        }
        if namesNothing { (mediaType, url, hdurl) = (former.mediaType, former.url, former.hdurl) }
        if title.isEmpty { title = former.title }
        if explanation.isEmpty, !takesEmptyStory { explanation = former.explanation }
        if mirror.explanationHTML == nil, explanation == former.explanation {
            mirror.explanationHTML = former.mirror.explanationHTML
        }
        if mirror.credit == nil {
            mirror.credit = former.mirror.credit
            mirror.license = mirror.license ?? former.mirror.license
            copyright = copyright ?? former.copyright
        }
        mirror.alt = mirror.alt ?? former.mirror.alt
        mirror.page = mirror.page ?? former.mirror.page
        mirror.postID = mirror.postID ?? former.mirror.postID
    }

    /// Takes the stored words back, with the record that they were read from: the entry's words are not believed.
    package mutating func restoreWords(of former: Metadata) {
        title = former.title
        explanation = former.explanation
        copyright = former.copyright
        mirror.explanationHTML = former.mirror.explanationHTML
        mirror.credit = former.mirror.credit
        mirror.license = former.mirror.license
        mirror.alt = former.mirror.alt
        mirror.record = former.mirror.record
        mirror.notice = former.mirror.notice
    }

    /// Takes the stored addresses back: the entry's picture is not believed.
    package mutating func restoreMedia(of former: Metadata) {
        (mediaType, url, hdurl, thumbnailURL) = (former.mediaType, former.url, former.hdurl, former.thumbnailURL)
        (mirror.mediaType, mirror.poster) = (former.mirror.mediaType, former.mirror.poster)
    }

    /// The day with the words of its record, read anew: facts of the picture and the owner's state stay, and so does
    /// what only an earlier source said. `nil` where the bytes are no record of this day.
    package func reread(_ bytes: [UInt8]) -> Metadata? {
        guard let record = mirror.record, var entry = Entry(record: bytes, source: record.source, base: record.base),
            entry.day == date
        else { return nil }
        if let notice = mirror.notice { entry.cut(notice) }
        var metadata = Metadata(entry, source: mirror.source, base: record.base, fetched: mirror.fetched)
        metadata.fillGaps(from: self, namesNothing: entry.namesNothing)
        metadata.mirror.state = mirror.state
        metadata.mirror.picture = mirror.picture
        metadata.mirror.pending = mirror.pending
        metadata.mirror.record = record
        metadata.mirror.notice = mirror.notice
        return metadata
    }
}

extension DayWords {
    package init(_ metadata: Metadata) {
        self.init(
            title: metadata.title, story: metadata.explanation,
            credit: metadata.mirror.credit ?? metadata.copyright ?? "")
    }

    package init(_ entry: Entry, beside stored: Metadata?) {
        let former = stored.map { Self($0) }
        self.init(
            title: entry.title.isEmpty ? former?.title ?? "" : entry.title, story: entry.explanation,
            credit: entry.credit ?? former?.credit ?? "")
    }
}
