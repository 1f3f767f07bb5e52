internal import Days
internal import JSON
internal import Words

/// The data that another mirror adds to the legacy shape, under the key `mirror`.
struct MirroredWords {
    /// The story with its markup; `nil` where the mirror sends none.
    let explanation: Explanation?
    let credit: String?
    let alt: String?
    let mediaType: String?
    let page: String?
    let postID: Int?
    /// The SHA-256 of the picture; `nil` for a page, which this mirror makes anew.
    let digest: String?
    /// The address from which that mirror fetched the picture.
    let origin: String?

    /// Returns `nil` where the server is no apod-mirror.
    init?(_ words: JSONValue?) {
        guard let words, case .object = words else { return nil }
        let page = words["page"]?.text.flatMap { WebAddress($0) }
        self.page = page?.text
        explanation = words["explanation_html"]?.text.map { Explanation(html: $0, page: page) }
        credit = words["credit"]?.text?.clamped(toBytes: Credit.mostBytes).oneLine.nilIfEmpty
        alt = words["alt"]?.text?.clamped(toBytes: 10_000).oneLine.nilIfEmpty
        mediaType = words.mediaType
        postID = words["post_id"]?.integer
        let picture = words["picture"]
        let digest = picture?["kind"]?.text == "page" ? nil : picture?["sha256"]?.text
        origin = picture?["url"]?.text.flatMap { WebAddress($0) }?.text
        self.digest = digest.flatMap { $0.utf8.count == 64 && $0.utf8.allSatisfy(\.isHexDigit) ? $0 : nil }
    }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool { isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self) }
}
