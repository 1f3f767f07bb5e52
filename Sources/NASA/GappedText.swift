internal import Words

/// Plain text on one line that remembers where white space was wider than a space.
struct GappedText {
    struct Gap: Equatable {
        /// Where the text goes on behind it, in bytes of UTF-8.
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

    /// Takes the label away and what stands in front of it, as far as that is the page's own; a motto is the story's.
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

    /// Takes away what begins there.
    mutating func cut(upTo end: Int?) {
        guard let end else { return }
        text = String(decoding: text.utf8.prefix(end), as: UTF8.self).trimmingSpace
        gaps = gaps.filter { $0.offset < text.utf8.count }
    }

    private static let longestLead = 300
}
