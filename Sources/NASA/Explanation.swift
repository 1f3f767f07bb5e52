internal import Days
internal import Markup

/// The day's story, without the label in front and the notices behind.
struct Explanation: Equatable, Sendable {
    static let mostBytes = 100_000

    var text: String
    var html: String?
    /// The last paragraph of the text, where it stands apart as a notice does; `nil` where none does.
    var ending: String?
    /// The text in front of the label: in the first weeks of APOD date, title and credit.
    var lead = ""

    /// Reads apod-basic's HTML; `page` is the base of its links.
    init(html raw: String, page: WebAddress?) {
        var fragment = Fragment(raw.clamped(toBytes: 10 * Self.mostBytes)).withoutStraySpaces
        // The first paragraph never ends the story: it holds the label where there is one, and a story may be missing.
        let apart = fragment.paragraphs.dropFirst().first { StoryNotice.begins($0) }?.offset
        if let end = [apart, StoryNotice.offset(in: fragment.text)].compactMap(\.self).min() {
            fragment = fragment.prefix(upTo: end)
        }
        if fragment.text.hasPrefix(Self.label) { fragment = fragment.suffix(from: Self.label.utf8.count) }
        if fragment.text.utf8.count > Self.mostBytes { fragment = fragment.prefix(upTo: Self.mostBytes) }
        text = fragment.text
        html = fragment.safeHTML { PageAddress.link($0, on: page)?.text }.nilIfEmpty
        ending = fragment.paragraphs.dropFirst().last { $0.isCentred || !$0.label.isEmpty }?.text.trimmingSpace
        if let ending, !text.hasSuffix(ending) { self.ending = nil }
    }

    /// Reads the legacy API's plain text, in which only wide gaps are left of the page's blank lines.
    init(plain raw: String) {
        var sentences = GappedText(raw.clamped(toBytes: Self.mostBytes))
        lead = sentences.takeLead(through: Self.label)
        sentences.cut(upTo: StoryNotice.offset(in: sentences.text))
        sentences.cut(upTo: StoryNotice.offset(in: sentences.text, behind: sentences.gaps))
        text = StraySpaces.removed(from: sentences.text)
        html = nil
        let last = sentences.gaps.last.map { String(decoding: sentences.text.utf8.dropFirst($0.offset), as: UTF8.self) }
        if let last, last.prefix(40).contains(":"), text.hasSuffix(last) { ending = last }
    }

    private static let label = "Explanation:"
}

/// Plain text on one line that remembers where white space was wider than a space.
struct GappedText {
    struct Gap: Equatable {
        /// The offset in the text, in bytes of UTF-8, at which it goes on behind the gap.
        var offset: Int
        var width: Int
    }

    private(set) var text: String
    private(set) var gaps: [Gap] = []

    init(_ raw: String) {
        text = raw.oneLine
        var width = 0
        var offset = 0
        for scalar in raw.unicodeScalars {
            if scalar.isSpace {
                width += 1
            } else if !scalar.isUnseen {
                if offset > 0, width > 0 { offset += 1 }
                if offset > 0, width > 1 { gaps.append(Gap(offset: offset, width: width)) }
                width = 0
                offset += UTF8.width(scalar)
            }
        }
    }

    /// Takes away the label and the page's own text in front of it; a motto there belongs to the story.
    mutating func takeLead(through label: String) -> String {
        guard let found = text.offset(of: label), found <= Self.longestLead else { return "" }
        let lead = String(decoding: text.utf8.prefix(found), as: UTF8.self)
        guard lead.isEmpty || lead.contains(words: "Credit:") || lead.hasPrefix("Today's Picture:") else { return "" }
        let kept = text.utf8.dropFirst(found + label.utf8.count).drop { $0 == UInt8(ascii: " ") }
        let taken = text.utf8.count - kept.count
        text = String(decoding: kept, as: UTF8.self)
        gaps = gaps.filter { $0.offset > taken }.map { Gap(offset: $0.offset - taken, width: $0.width) }
        return lead.trimmingSpace
    }

    /// Cuts the text off at that offset.
    mutating func cut(upTo end: Int?) {
        guard let end else { return }
        text = String(decoding: text.utf8.prefix(end), as: UTF8.self).trimmingSpace
        gaps = gaps.filter { $0.offset < text.utf8.count }
    }

    private static let longestLead = 300
}
