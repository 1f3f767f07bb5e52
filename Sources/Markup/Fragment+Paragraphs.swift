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
            case .text(let run):
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
