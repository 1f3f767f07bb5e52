internal import FoundationEssentials
internal import Pictures
internal import Words

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
            self.type = type
            self.bytes = bytes
        }
    }

    /// The poster inside a page of ours: the first picture in it, of a type that a poster can have.
    package static func poster(in page: [UInt8]) -> Poster? {
        guard let start = page.offset(of: Self.start).map({ $0 + Self.start.count }),
            let comma = page.offset(of: Self.encoding, from: start),
            let type = Self.types.first(where: { page[start..<comma].elementsEqual($0.utf8) }),
            case let first = comma + Self.encoding.count,
            let end = page[first...].firstIndex(of: UInt8(ascii: "\"")),
            let data = Data(base64Encoded: Data(page[first..<end]))
        else { return nil }
        return Poster(type: type, bytes: Array(data))
    }

    private static let start = Array(#"<img src="data:"#.utf8)
    private static let encoding = Array(";base64,".utf8)
    private static let types = PictureFormat.allCases.filter { !$0.isVideo }.map(\.mediaType)
}
