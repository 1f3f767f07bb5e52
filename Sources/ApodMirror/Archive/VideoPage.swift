internal import FoundationEssentials
internal import Pictures
internal import Words

/// The page that stands for a day whose video or picture lives elsewhere: title, poster inside, link, explanation.
/// One file without a request to anywhere, so it still tells its story when everything else is gone.
enum VideoPage {
    static let suffix = "html"
    /// What a browser may load and run for it: the picture and the style that are inside.
    static let policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"

    struct Poster: Sendable {
        /// `image/jpeg` and the like.
        var type: String
        var bytes: [UInt8]
    }

    /// The poster inside a page of ours: the first picture in it, of a type that a poster can have.
    static func poster(in page: [UInt8]) -> Poster? {
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
