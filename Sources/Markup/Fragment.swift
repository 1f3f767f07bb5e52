/// A piece of HTML from elsewhere, read once and kept as plain pieces: nothing of the parser survives `init`.
///
/// Input is treated as hostile, so reading is bounded (see `Taming`) and every walk is a loop.
public struct Fragment: Equatable, Sendable {
    enum Piece: Equatable, Sendable {
        case text(String)
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
        self.init(GumboTree.pieces(of: Taming.tamed(html)))
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
        var collector = PieceCollector()
        var position = 0
        var isBroken = false
        for piece in pieces {
            switch piece {
            case .text(let run):
                if isBroken { position += 1 }
                isBroken = false
                let bytes = run.utf8
                let from = min(max(kept.lowerBound - position, 0), bytes.count)
                let to = min(max(kept.upperBound - position, from), bytes.count)
                collector.append(text: String(decoding: bytes.dropFirst(from).prefix(to - from), as: UTF8.self))
                position += bytes.count
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
