package import Days
internal import JSON

/// A day whose record, read by this version of the program, says something else than the day's JSON.
package struct RereadDay: Sendable {
    package let former: Metadata
    package let metadata: Metadata

    /// The keys of the JSON that are read otherwise: `title, explanation`.
    package var changes: String {
        let json = [former, metadata].map { (try? JSONFile.encode($0)).flatMap { JSONValue($0) } }
        let (old, new) = (json[0], json[1])
        return Self.keys.filter { old?[$0] != new?[$0] || old?["mirror"]?[$0] != new?["mirror"]?[$0] }
            .joined(separator: ", ")
    }

    private static let keys = [
        "title", "explanation", "explanation_html", "credit", "copyright", "license", "alt", "page", "media_type",
        "url", "hdurl", "thumbnail_url", "poster", "post_id",
    ]
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
