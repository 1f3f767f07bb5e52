/// A piece of HTML from elsewhere, read once and kept as plain pieces: nothing of the parser survives `init`.
///
/// Input is treated as hostile, so reading is bounded (see `HTMLSanitizer`) and every walk is a loop.
public struct Fragment: Equatable, Sendable {
    enum Piece: Equatable, Sendable {
        case text(String)
        /// The sign that tells in plain text what an element tells in HTML: 10^12 for `10<sup>12</sup>`.
        case sign(String)
        case open(Element)
        case close
        /// A `br`, or a boundary between blocks that would otherwise run together. It stands between two texts.
        case lineBreak
    }

    struct Element: Equatable, Sendable {
        /// The name in lower case; empty for elements that HTML does not know.
        var name: String
        /// The attributes, with names in lower case; the first of two with one name counts.
        var attributes: [String: String]
    }

    let pieces: [Piece]

    /// The text in one line: entities decoded, tags dropped, breaks and white space one space, none at the ends.
    public let text: String

    public init(_ html: String) {
        self.init(GumboTree.pieces(of: HTMLSanitizer.sanitized(html)))
    }

    init(_ collector: PieceCollector) {
        (pieces, text) = collector.finished()
    }

    /// The part before the given place, counted in UTF-8 bytes of `text`.
    public func prefix(upTo offset: Int) -> Fragment {
        part(0..<max(0, offset))
    }

    /// The part from the given place on, counted in UTF-8 bytes of `text`.
    public func suffix(from offset: Int) -> Fragment {
        part(max(0, offset)..<Int.max)
    }

    /// Cuts the text only: every element stays, so elements open at the cut are still opened and closed in pairs.
    private func part(_ kept: Range<Int>) -> Fragment {
        mapTexts { run, position in
            let bytes = run.utf8
            let from = min(max(kept.lowerBound - position, 0), bytes.count)
            let to = min(max(kept.upperBound - position, from), bytes.count)
            return String(decoding: bytes.dropFirst(from).prefix(to - from), as: UTF8.self)
        }
    }

    /// The fragment with other texts between the same elements and breaks.
    ///
    /// - Parameter change: takes a run of text, and its offset in UTF-8 bytes of the fragment's text.
    func mapTexts(_ change: (_ run: String, _ position: Int) -> String) -> Fragment {
        var collector = PieceCollector()
        var position = 0
        var isBroken = false
        for piece in pieces {
            switch piece {
            case .text(let run):
                if isBroken { position += 1 }
                isBroken = false
                collector.append(text: change(run, position))
                position += run.utf8.count
            case .sign(let sign):
                // The collector sets it again where the number behind it is still there.
                position += sign.utf8.count
            case .open(let element):
                collector.open(element)
            case .close:
                collector.close()
            case .lineBreak:
                isBroken = true
                collector.lineBreak()
            }
        }
        return Fragment(collector)
    }
}

// MARK: - Paragraphs

extension Fragment {
    /// The part of a page between two blank lines, as a reader sees it.
    public struct Paragraph: Equatable, Sendable {
        /// The offset at which it begins, in UTF-8 bytes of the fragment's text.
        public var offset: Int
        public var text: String
        /// The words in bold that it begins with; empty without any.
        public var label: String
        public var isCentred: Bool
    }

    /// The paragraphs of the text; a single `br` ends none.
    public var paragraphs: [Paragraph] {
        var found: [Paragraph] = []
        var position = 0
        var breaks = 0
        // The open elements, outermost first.
        var open: [Element] = []
        var isLabel = false
        for piece in pieces {
            switch piece {
            case .open(let element):
                open.append(element)
            case .close:
                open.removeLast()
            case .lineBreak:
                breaks += 1
                isLabel = false
            case .text(let run), .sign(let run):
                guard !run.isEmpty else { continue }
                if breaks > 0 { position += 1 }
                let isBold = open.contains { ["b", "strong"].contains($0.name) }
                if found.isEmpty || breaks > 1 {
                    let isCentred = open.contains(where: \.isCentred)
                    found.append(Paragraph(offset: position, text: "", label: "", isCentred: isCentred))
                    isLabel = true
                } else if breaks == 1 {
                    found[found.count - 1].text += " "
                }
                breaks = 0
                isLabel = isLabel && (isBold || run == " ")
                found[found.count - 1].text += run
                if isLabel { found[found.count - 1].label += run }
                position += run.utf8.count
            }
        }
        return found
    }
}

extension Fragment.Element {
    /// Whether the element centres its content: as old pages do, or by a style or class.
    fileprivate var isCentred: Bool {
        if name == "center" || attributes["align"]?.lowercased() == "center" { return true }
        let style = attributes["style"]?.lowercased().filter { $0 != " " } ?? ""
        return style.hasPrefix("text-align:center") || style.hasSuffix("text-align:center")
            || attributes["class"]?.split(separator: " ").contains("has-text-align-center") == true
    }
}
