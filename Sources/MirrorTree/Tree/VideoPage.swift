package import Days
package import Folder
internal import Markup
internal import Pictures

/// The page that stands for a day whose video or picture lives elsewhere: title, poster inside, link, explanation. It
/// is one file that makes no requests, so it still tells its story when everything else is gone.
package enum VideoPage {
    package static let suffix = "html"
    /// The content security policy: a browser may load only the picture and the style inside the page.
    package static let policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"

    package struct Poster: Sendable {
        /// `image/jpeg` and the like.
        package var type: String
        package var bytes: [UInt8]

        package init(type: String, bytes: [UInt8]) {
            (self.type, self.bytes) = (type, bytes)
        }
    }

    /// The poster inside a page of ours: the first picture in it, of a type that a poster can have.
    package static func poster(in page: [UInt8]) -> Poster? {
        guard let start = page.offset(of: Self.start).map({ $0 + Self.start.count }),
            let comma = page.offset(of: Self.encoding, from: start),
            let type = Self.types.first(where: { page[start..<comma].elementsEqual($0.utf8) }),
            case let first = comma + Self.encoding.count,
            let end = page[first...].firstIndex(of: UInt8(ascii: "\"")),
            let bytes = Base64.bytes(page[first..<end])
        else { return nil }
        return Poster(type: type, bytes: bytes)
    }

    package static func poster(in page: OpenFile) throws -> Poster? {
        poster(in: try page.read(Int(try page.status().bytes), at: 0))
    }

    private static let start = Array(#"<img src="data:"#.utf8)
    private static let encoding = Array(";base64,".utf8)
    private static let types = PictureFormat.allCases.filter { !$0.isVideo }.map(\.mediaType)

    /// The page that stands for a day, with the words of its metadata.
    package static func render(_ metadata: Metadata, address: String?, poster: Poster?) -> [UInt8] {
        let (title, mirror) = (metadata.title.escapedForHTML, metadata.mirror)
        let link = address ?? mirror.page
        let picture = poster.map {
            #"<img src="data:\#($0.type.escapedForHTML);base64,\#(Base64.text($0.bytes))" alt="\#((mirror.alt ?? metadata.title).escapedForHTML)">"#
        }
        let lead = [picture, link.map { _ in address == nil ? "See it at NASA" : "Watch the video" }]
            .compactMap { $0 }.joined(separator: "\n<br>")
        let parts = [
            link.map { #"<p class="lead"><a href="\#($0.escapedForHTML)" rel="noreferrer">\#(lead)</a></p>"# },
            "<h1>\(title)</h1>",
            "<p><time datetime=\"\(metadata.date)\">\(metadata.date)</time>"
                + (mirror.credit.map { " · Credit: \($0.escapedForHTML)" } ?? "") + "</p>",
            "<p>\(mirror.explanationHTML ?? metadata.explanation.escapedForHTML)</p>",
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

extension Metadata.Picture {
    /// A page that opens an address, or NASA's page where there is none. Its bytes come when it is stored.
    package static func page(of day: Day, _ address: String?, now: Timestamp) -> Metadata.Picture {
        Metadata.Picture(
            file: "\(day).\(VideoPage.suffix)", kind: .page, url: address, bytes: 0, sha256: "", fetched: now)
    }
}
