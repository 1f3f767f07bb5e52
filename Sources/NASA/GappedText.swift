internal import Words

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
