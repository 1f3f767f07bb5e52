internal import FoundationEssentials

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
