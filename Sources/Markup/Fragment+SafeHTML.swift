extension Fragment {
    /// The text with its links, emphasis, exponents and indices and nothing else, for pages of our own: `a[href]`, `b`,
    /// `i`, `sup`, `sub` and `br`.
    ///
    /// Every other element is unwrapped, an empty one dropped. `address` maps a link as written to the one to keep; of
    /// its results only http and https addresses are written.
    public func safeHTML(address: (String) -> String? = { $0 }) -> String {
        var result = ""
        // The open elements, outermost first; nil for elements that are not written.
        var open: [Mark?] = []
        for piece in pieces {
            switch piece {
            case .text(let run):
                guard !run.isEmpty else { continue }
                for index in open.indices where open[index]?.isWritten == false {
                    result += open[index]?.start ?? ""
                    open[index]?.isWritten = true
                }
                result += run.escapedForHTML
            case .open(let element):
                let mark = Mark(element, address: address)
                // Marks of a kind are not nested: that bounds the depth, and a link inside a link is not HTML. Exponents
                // have exponents, and are bounded already.
                let isRepeated = open.contains { $0 != nil && $0?.name == mark?.name && $0?.isNested == false }
                open.append(isRepeated ? nil : mark)
            case .close:
                if let mark = open.popLast() ?? nil, mark.isWritten { result += "</\(mark.name)>" }
            case .sign:
                // The element says it.
                break
            case .lineBreak:
                result += "<br>"
            }
        }
        return result
    }

    private struct Mark {
        var name: String
        var start: String
        var isWritten = false
        /// Whether marks of the kind may stand within each other.
        var isNested = false

        init?(_ element: Element, address: (String) -> String?) {
            switch element.name {
            case "b", "strong":
                (name, start) = ("b", "<b>")
            case "i", "em":
                (name, start) = ("i", "<i>")
            case "a":
                guard let href = element.attributes["href"].flatMap(address), href.isWebAddress else { return nil }
                (name, start) = ("a", "<a href=\"\(href.escapedForHTML)\">")
            default:
                guard let script = Script(element: element.name) else { return nil }
                (name, start, isNested) = (script.element, "<\(script.element)>", true)
            }
        }
    }
}

extension String {
    fileprivate var isWebAddress: Bool {
        let start = prefix(8).lowercased()
        return (start.hasPrefix("http://") || start.hasPrefix("https://"))
            && unicodeScalars.allSatisfy { $0.value > 0x20 && !(0x7F...0x9F).contains($0.value) }
    }

    /// The text escaped for use between tags and in a quoted attribute.
    public var escapedForHTML: String {
        // Most texts have none of the signs.
        guard utf8.contains(where: { $0.nameInHTML != nil }) else { return self }
        var result: [UInt8] = []
        result.reserveCapacity(utf8.count)
        for byte in utf8 {
            if let name = byte.nameInHTML { result += name.utf8 } else { result.append(byte) }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension UInt8 {
    /// The name that stands for a sign with a meaning in HTML; `nil` for all others.
    fileprivate var nameInHTML: String? {
        switch self {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }
}
