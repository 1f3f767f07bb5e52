internal import Markup
internal import Words

/// Who made a picture, and who holds its rights.
struct Credit: Equatable, Sendable {
    static let mostBytes = 10_000
    /// The longest that is only names has 197 characters; what is longer swallowed the page.
    static let mostCopyright = 400

    var text: String?
    /// Who holds rights, as far as anything says so; when in doubt, they are claimed.
    var copyright: String?

    /// From apod-basic's two fields, both HTML and often the same. Until September 2026 a label stood in front and said
    /// whether rights are claimed; since then there are bare names, and only an agency's is no claim.
    init(html credit: String?, copyright: String?) {
        let credit = credit.map(Self.plain) ?? ""
        let copyright = copyright.map(Self.plain) ?? ""
        text = (Self.withoutLabel(credit).nilIfEmpty ?? Self.withoutLabel(copyright)).nilIfEmpty
        if Label.claimsCopyright(in: copyright) {
            self.copyright = Self.names(in: copyright)
        } else if Label.claimsCopyright(in: credit) {
            self.copyright = Self.names(in: credit)
        } else if !Label.isIn(copyright), !Label.isIn(credit), !Agency.isAll(of: copyright) {
            self.copyright = Self.names(in: copyright)
        }
    }

    /// From the legacy API's field, which may hold line breaks and the rest of the page; in the first weeks the credit
    /// stands in front of the story instead.
    init(legacyCopyright raw: String?, lead: String = "") {
        let credit = ["Picture Credit:", "Credit:"].compactMap { label in
            lead.offset(of: label).map { String(decoding: lead.utf8.dropFirst($0 + label.utf8.count), as: UTF8.self) }
        }.first
        text = credit.flatMap { Self.withoutLabel($0).nilIfEmpty }
        if credit?.contains(words: "Copyright") == true { copyright = text }
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
        Fragment(html.clamped(toBytes: 10 * mostBytes)).withoutStraySpaces.text.clamped(toBytes: mostBytes)
    }

    /// Also without the punctuation that stood between the label, the name and what followed, and without a label at the
    /// end whose names did not come along: "… Music".
    private static func withoutLabel(_ text: String) -> String {
        let rest = String(decoding: text.utf8.dropFirst(Label.length(in: text)), as: UTF8.self)
        let kept = Label.stray(in: rest).map { String(decoding: rest.utf8.prefix($0), as: UTF8.self) } ?? rest
        var bytes = kept.utf8[...]
        while let first = bytes.first, " ,;:".utf8.contains(first) { bytes.removeFirst() }
        while let last = bytes.last, " ,;:".utf8.contains(last) { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
