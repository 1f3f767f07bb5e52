package import Days
internal import Words

/// A day whose record, read by this version of the program, says something else than the day's JSON.
package struct RereadDay: Sendable {
    package let former: Metadata
    package let metadata: Metadata

    /// The keys of the JSON that are read otherwise: `title, explanation`.
    package var changes: String {
        let (old, new) = (former, metadata)
        let differences: [(name: String, isOther: Bool)] = [
            ("title", old.title != new.title), ("explanation", old.explanation != new.explanation),
            ("explanation_html", old.mirror.explanationHTML != new.mirror.explanationHTML),
            ("credit", old.mirror.credit != new.mirror.credit), ("copyright", old.copyright != new.copyright),
            ("license", old.mirror.license != new.mirror.license),
            ("alt", old.mirror.alt != new.mirror.alt), ("page", old.mirror.page != new.mirror.page),
            ("media_type", old.mediaType != new.mediaType || old.mirror.mediaType != new.mirror.mediaType),
            ("url", old.url != new.url), ("hdurl", old.hdurl != new.hdurl),
            ("thumbnail_url", old.thumbnailURL != new.thumbnailURL || old.mirror.poster != new.mirror.poster),
            ("post_id", old.mirror.postID != new.mirror.postID),
        ]
        return differences.filter(\.isOther).map(\.name).joined(separator: ", ")
    }
}

extension Tree {
    /// The version of how this program reads records. It grows with every change after which it reads any differently.
    package static let readingVersion = 3

    /// Reads a day's record anew; `nil` where it says what the JSON says, and for a day without a whole record. A JSON
    /// that is damaged is left to `verify`.
    package func reread(_ day: Day) throws -> RereadDay? {
        guard let former = try? metadata(day), former.mirror.record != nil, let record = try record(of: former),
            let metadata = former.reread(record), metadata != former
        else { return nil }
        return RereadDay(former: former, metadata: metadata)
    }
}
