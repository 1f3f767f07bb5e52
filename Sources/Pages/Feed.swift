public import Days
internal import JSON

/// The newest days for feed readers, as Atom and as JSON. Every address is absolute, because a reader shows the feed
/// elsewhere.
public struct Feed: Sendable {
    /// The beginning of all addresses of this host.
    let origin: String
    let entries: [Entry]

    public struct Entry: Sendable {
        public var day: Day
        public var title: String
        public var updated: Timestamp
        public var credit: String?
        public var alt: String?
        /// The story as markup that is safe to show.
        public var story: String
        /// The address of the picture in a size for a page.
        public var picture: String?
        /// The target of the picture's link, or the title's.
        public var address: String

        public init(
            day: Day, title: String, updated: Timestamp, credit: String?, alt: String?, story: String, picture: String?,
            address: String
        ) {
            self.day = day
            self.title = title
            self.updated = updated
            self.credit = credit
            self.alt = alt
            self.story = story
            self.picture = picture
            self.address = address
        }
    }

    public init(origin: String, entries: [Entry]) {
        self.origin = origin
        self.entries = entries
    }

    /// The feed as Atom (RFC 4287).
    public var atom: [UInt8] {
        var text: HTML = """
            <?xml version="1.0" encoding="utf-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom">
            <title>\(Self.title)</title>
            <id>\(Self.id)</id>
            <updated>\("\(updated)")</updated>
            <link rel="self" type="application/atom+xml" href="\(origin)/feed.atom"/>
            <link rel="alternate" type="text/html" href="\(origin)/"/>

            """
        for entry in entries {
            text += """
                <entry>
                <title>\(entry.title)</title>
                <id>\(entry.id)</id>
                <published>\("\(entry.day)")T05:05:00Z</published>
                <updated>\("\(entry.updated)")</updated>
                <author><name>\(entry.credit ?? "NASA")</name></author>
                <link rel="alternate" href="\(entry.address)"/>
                <content type="html">\(entry.markup)</content>
                </entry>

                """
        }
        text += "</feed>\n"
        return text.bytes
    }

    /// The feed as JSON Feed 1.1.
    public var json: [UInt8] {
        var piece = JSONPiece()
        piece.object { piece in
            piece.exactly("version", "https://jsonfeed.org/version/1.1")
            piece.exactly("title", Self.title)
            piece.exactly("home_page_url", "\(origin)/")
            piece.exactly("feed_url", "\(origin)/feed.json")
            piece.list("items") { piece in
                for entry in entries {
                    piece.object { piece in
                        piece.exactly("id", entry.id)
                        piece.exactly("url", entry.address)
                        piece.exactly("title", entry.title)
                        piece.exactly("content_html", entry.markup)
                        if let picture = entry.picture { piece.exactly("image", picture) }
                        piece.exactly("date_published", "\(entry.day)T05:05:00Z")
                        piece.exactly("date_modified", "\(entry.updated)")
                        piece.list("authors") { $0.object { $0.exactly("name", entry.credit ?? "NASA") } }
                    }
                }
            }
        }
        return piece.bytes + [UInt8(ascii: "\n")]
    }

    private static let title = "Astronomy Picture of the Day"
    private static let id = "tag:science.nasa.gov,1995-06-16:apod"

    private var updated: Timestamp { entries.map(\.updated).max() ?? Timestamp(seconds: 0) }
}

extension Feed.Entry {
    /// The entry's identifier: the same in every mirror, and independent of the title.
    fileprivate var id: String { "tag:science.nasa.gov,\(day):apod" }

    fileprivate var markup: String {
        let image: HTML? = picture.map { source in
            "<p><a href=\"\(address)\"><img src=\"\(source)\" alt=\"\(alt ?? title)\"></a></p>"
        }
        let words: HTML? = credit.map { "<p>Credit: \($0)</p>" }
        let markup: HTML = "\(image)<p>\(HTML(markup: Array(story.utf8)))</p>\(words)"
        return String(decoding: markup.bytes, as: UTF8.self)
    }
}
