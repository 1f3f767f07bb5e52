internal import Days
internal import FoundationEssentials
internal import Markup
internal import MirrorTree
internal import NASA

extension Metadata {
    /// The metadata of an entry, still without a picture.
    ///
    /// - Parameter base: the address of the server that the entry came from.
    init(_ entry: Entry, source: String, base: String, fetched: Timestamp) {
        let shape = LegacyShape(entry)
        self.init(
            date: entry.day, title: entry.title, explanation: entry.explanation,
            mediaType: MediaType(rawValue: shape.mediaType) ?? .other,
            url: shape.url, hdurl: shape.hdurl, thumbnailURL: shape.thumbnailURL, copyright: entry.copyright,
            mirror: Mirror(
                source: source, fetched: fetched, page: entry.page, postID: entry.postID, credit: entry.credit,
                explanationHTML: entry.explanationHTML, alt: entry.alt, mediaType: entry.publishedMediaType,
                state: .pending, poster: shape.thumbnailURL,
                record: entry.record.map { served in
                    Record(
                        serving: served, source: entry.recordOrigin?.source ?? source,
                        base: entry.recordOrigin?.base ?? base)
                }))
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

// MARK: - The page of a video

extension VideoPage {
    static func render(_ entry: Entry, address: String?, poster: Poster?) -> [UInt8] {
        let title = entry.title.escapedForHTML
        let link = address ?? entry.page
        let picture = poster.map {
            #"<img src="data:\#($0.type.escapedForHTML);base64,\#(Data($0.bytes).base64EncodedString())" alt="\#((entry.alt ?? entry.title).escapedForHTML)">"#
        }
        let lead = [picture, link.map { _ in address == nil ? "See it at NASA" : "Watch the video" }]
            .compactMap { $0 }.joined(separator: "\n<br>")
        let parts = [
            link.map { #"<p class="lead"><a href="\#($0.escapedForHTML)" rel="noreferrer">\#(lead)</a></p>"# },
            "<h1>\(title)</h1>",
            "<p><time datetime=\"\(entry.day)\">\(entry.day)</time>"
                + (entry.credit.map { " · Credit: \($0.escapedForHTML)" } ?? "") + "</p>",
            "<p>\(entry.explanationHTML ?? entry.explanation.escapedForHTML)</p>",
        ]
        let page = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <title>\(title)</title>
            <style>
            :root { color-scheme: dark light; }
            body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; font: 1.05rem/1.6 system-ui, sans-serif; }
            .lead { text-align: center; }
            img { max-width: 100%; max-height: 80vh; }
            </style>
            </head>
            <body>
            \(parts.compactMap { $0 }.joined(separator: "\n"))
            </body>
            </html>

            """
        return Array(page.utf8)
    }
}
