internal import Days
internal import JSON
internal import Words

/// What another mirror tells of a day beyond the legacy shape, under the key `mirror`.
struct MirroredWords {
    /// `nil` where it has no markup: the plain text is as good.
    let explanation: Explanation?
    let credit: String?
    let alt: String?
    let mediaType: String?
    let page: String?
    let postID: Int?
    /// Of the picture; a page of ours is made anew.
    let digest: String?
    /// Where it had that from.
    let origin: String?

    /// `nil` where the server is none of ours.
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
