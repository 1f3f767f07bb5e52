/// Plain text dressed as HTML.
enum HTMLText {
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }

    /// As WordPress writes titles: quotes of all kinds become entities.
    static func title(_ text: String) -> String {
        escaped(text).unicodeScalars.reduce(into: "") { title, scalar in
            switch scalar {
            case "'": title += "&#039;"
            case "\"": title += "&quot;"
            case "\u{2013}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}": title += "&#\(scalar.value);"
            default: title.unicodeScalars.append(scalar)
            }
        }
    }

    /// - Parameter isSetApart: whether a space stands behind each link, also in front of a comma.
    static func linked(_ text: String, _ links: [String: String], isSetApart: Bool = false) -> String {
        links.sorted { $0.key < $1.key }.reduce(escaped(text)) { html, link in
            guard let place = range(of: escaped(link.key), in: html) else { return html }
            let opening = "<a href=\"\(escaped(link.value))\">"
            let closing = isSetApart ? "</a> " : "</a>"
            return "\(html[..<place.lowerBound])\(opening)\(html[place])\(closing)\(html[place.upperBound...])"
        }
    }

    /// The text with each power's exponent raised.
    static func raised(_ powers: [String], in html: String) -> String {
        powers.reduce(html) { $0.replacing($1, with: "\($1.replacing("^", with: "<sup>"))</sup>") }
    }

    private static func range(of phrase: String, in text: String) -> Range<String.Index>? {
        var rest = text[...]
        while !rest.isEmpty {
            if rest.hasPrefix(phrase) { return rest.startIndex..<rest.index(rest.startIndex, offsetBy: phrase.count) }
            rest = rest.dropFirst()
        }
        return nil
    }
}
