internal import Markup
internal import Words

/// The day's story, without the label in front and the notices behind.
struct Explanation: Equatable, Sendable {
    static let mostBytes = 100_000

    var text: String
    var html: String?
    /// The text in front of the label: in the first weeks of APOD date, title and credit.
    var lead = ""

    /// Reads apod-basic's HTML; `page` is the base of its links.
    init(html raw: String, page: WebAddress?) {
        var fragment = Fragment(raw.clamped(toBytes: 10 * Self.mostBytes)).withoutStraySpaces
        // The first paragraph never ends the story: it holds the label where there is one, and a story may be missing.
        let apart = fragment.paragraphs.dropFirst().first { Notice.begins($0) }?.offset
        if let end = [apart, Notice.offset(in: fragment.text)].compactMap(\.self).min() {
            fragment = fragment.prefix(upTo: end)
        }
        if fragment.text.hasPrefix(Self.label) { fragment = fragment.suffix(from: Self.label.utf8.count) }
        if fragment.text.utf8.count > Self.mostBytes { fragment = fragment.prefix(upTo: Self.mostBytes) }
        text = fragment.text
        html = fragment.safeHTML { WebAddress($0, relativeTo: page)?.text }.nilIfEmpty
    }

    /// Reads the legacy API's plain text, in which only wide gaps are left of the page's blank lines.
    init(plain raw: String) {
        var sentences = GappedText(raw.clamped(toBytes: Self.mostBytes))
        lead = sentences.takeLead(through: Self.label)
        sentences.cut(upTo: Notice.offset(in: sentences.text))
        sentences.cut(upTo: sentences.gaps.first { Notice.begins(sentences.text, after: $0) }?.offset)
        text = StraySpaces.removed(from: sentences.text)
        html = nil
    }

    private static let label = "Explanation:"
}
