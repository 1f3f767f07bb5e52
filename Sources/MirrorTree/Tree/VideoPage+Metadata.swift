internal import Days
internal import FoundationEssentials
internal import Markup

extension VideoPage {
    /// The page that stands for a day, with the words of its metadata.
    package static func render(_ metadata: Metadata, address: String?, poster: Poster?) -> [UInt8] {
        let (title, mirror) = (metadata.title.escapedForHTML, metadata.mirror)
        let link = address ?? mirror.page
        let picture = poster.map {
            #"<img src="data:\#($0.type.escapedForHTML);base64,\#(Data($0.bytes).base64EncodedString())" alt="\#((mirror.alt ?? metadata.title).escapedForHTML)">"#
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
