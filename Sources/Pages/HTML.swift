internal import Days
public import Folder
internal import Markup

/// A piece of a page. Interpolated strings are text and are escaped; only literals and other pieces are markup, so a
/// title cannot become markup.
struct HTML: ExpressibleByStringInterpolation, Sendable {
    private(set) var bytes: [UInt8] = []

    init() {}

    /// Takes markup of our own unescaped.
    init(markup: [UInt8]) {
        bytes = markup
    }

    init(stringLiteral text: String) {
        bytes = Array(text.utf8)
    }

    init(stringInterpolation pieces: Pieces) {
        bytes = pieces.bytes
    }

    struct Pieces: StringInterpolationProtocol {
        fileprivate var bytes: [UInt8] = []

        init(literalCapacity: Int, interpolationCount: Int) {
            bytes.reserveCapacity(literalCapacity + 32 * interpolationCount)
        }

        mutating func appendLiteral(_ text: String) {
            bytes += text.utf8
        }

        mutating func appendInterpolation(_ text: String) {
            bytes += printable(text).escapedForHTML.utf8
        }

        mutating func appendInterpolation(_ piece: HTML) {
            bytes += piece.bytes
        }

        mutating func appendInterpolation(_ piece: HTML?) {
            if let piece { bytes += piece.bytes }
        }

        mutating func appendInterpolation(_ number: Int) {
            bytes += String(number).utf8
        }
    }

    /// An attribute with a space in front; empty where there is no value.
    static func attribute(_ name: String, _ value: String?) -> HTML {
        value.map { " \(name)=\"\($0)\"" } ?? ""
    }

    static func += (page: inout HTML, piece: HTML) {
        page.bytes += piece.bytes
    }
}

/// A file's path as the relative address in a link. Every byte with a meaning in addresses is percent-encoded, so names
/// may hold anything.
public enum RelativeAddress {
    public static func of(_ path: FilePath) -> String {
        PercentEncoding.text(path.bytes) { $0.isASCIIAlphanumeric || unreserved.contains($0) }
    }

    private static let unreserved = Array("-._~/".utf8)
}
