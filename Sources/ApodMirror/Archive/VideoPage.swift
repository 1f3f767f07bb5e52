internal import FoundationEssentials
internal import Markup
internal import NASA

/// The page that stands for a day whose video or picture lives elsewhere: title, poster inside, link, explanation.
/// One file without a request to anywhere, so it still tells its story when everything else is gone.
enum VideoPage {
    static let suffix = "html"

    struct Poster: Sendable {
        /// `image/jpeg` and the like.
        var type: String
        var bytes: [UInt8]
    }

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
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
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

    /// The poster inside a page of ours.
    static func poster(in page: [UInt8]) -> Poster? {
        let text = String(decoding: page, as: UTF8.self)
        guard let start = text.firstRange(of: #"<img src="data:"#), let comma = text.firstRange(of: ";base64,"),
            start.upperBound <= comma.lowerBound,
            let end = text[comma.upperBound...].firstIndex(of: "\""),
            let data = Data(base64Encoded: String(text[comma.upperBound..<end]))
        else { return nil }
        return Poster(type: String(text[start.upperBound..<comma.lowerBound]), bytes: Array(data))
    }
}
