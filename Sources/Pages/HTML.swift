internal import Markup
internal import Words

/// A piece of a page. What is interpolated is text, and is escaped; only literals and other pieces are markup, so
/// whatever a title holds cannot become any.
struct HTML: ExpressibleByStringInterpolation, Sendable {
    private(set) var bytes: [UInt8] = []

    init() {}

    /// Markup of our own, as it is.
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

    /// An attribute with a space in front; nothing where there is no value.
    static func attribute(_ name: String, _ value: String?) -> HTML {
        value.map { " \(name)=\"\($0)\"" } ?? ""
    }

    static func += (page: inout HTML, piece: HTML) {
        page.bytes += piece.bytes
    }
}
