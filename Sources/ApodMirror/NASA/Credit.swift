internal import Markup

/// Who made a picture, and who holds its rights.
struct Credit: Equatable, Sendable {
    static let mostBytes = 10_000
    /// The longest that is only names has 197 characters; what is longer swallowed the page.
    static let mostCopyright = 400

    var text: String?
    /// Only where a label says so: apod-basic fills its field for NASA's own pictures too.
    var copyright: String?

    /// From apod-basic's two fields, both HTML and often the same.
    init(html credit: String?, copyright: String?) {
        let credit = credit.map(Self.plain) ?? ""
        let copyright = copyright.map(Self.plain) ?? ""
        text = (Self.withoutLabel(credit).nilIfEmpty ?? Self.withoutLabel(copyright)).nilIfEmpty
        if Label.claimsCopyright(in: copyright) {
            self.copyright = Self.names(in: copyright)
        } else if Label.claimsCopyright(in: credit) {
            self.copyright = Self.names(in: credit)
        }
    }

    /// From the legacy API's field, which may hold line breaks and the rest of the page.
    init(legacyCopyright raw: String?) {
        guard let raw else { return }
        var line = raw.clamped(toBytes: Self.mostBytes).oneLine
        let swallowed = [" Explanation:", "Tomorrow's picture:"].compactMap { line.offset(of: $0) }.min()
        if let swallowed { line = String(decoding: line.utf8.prefix(swallowed), as: UTF8.self) }
        copyright = Self.names(in: line)
    }

    /// Whose the rights are; of what swallowed the page, the beginning.
    private static func names(in text: String) -> String? {
        withoutLabel(text).clamped(toBytes: mostCopyright).nilIfEmpty
    }

    private static func plain(_ html: String) -> String {
        Fragment(html.clamped(toBytes: 10 * mostBytes)).text.clamped(toBytes: mostBytes)
    }

    /// Also without the punctuation that stood between the label, the name and what followed.
    private static func withoutLabel(_ text: String) -> String {
        var rest = text.utf8.dropFirst(Label.length(in: text))
        while let first = rest.first, " ,;:".utf8.contains(first) { rest.removeFirst() }
        while let last = rest.last, " ,;:".utf8.contains(last) { rest.removeLast() }
        return String(decoding: rest, as: UTF8.self)
    }
}
