/// The sanitizer of strangers' HTML in front of Gumbo.
///
/// Gumbo frees its tree recursively (a few ten thousand nested tags overflow a thread's stack), rebuilds unclosed
/// formatting again and again, with all its attributes (940 tags in one megabyte made 1.4 GB), and compares a tag's
/// attributes each with each. So a fragment keeps its first 1,000 start tags and its first 1,000 end tags, with the
/// attributes that are read (``ReadAttribute``), and no tag longer than 4 kB; a further tag is dropped and its text
/// kept. A page of NASA's has about 150. Comments, and elements whose content is not text for a reader, are removed,
/// which also keeps the parser in the one state where `TagReader` and it agree on where a tag ends.
enum HTMLSanitizer {
    static let mostTags = 1_000
    static let longestTag = 4_096

    private static let lessThan = Array("&lt;".utf8)

    private static let unread: Set<String> = [
        "script", "style", "title", "textarea", "xmp", "noembed", "noframes", "iframe", "plaintext",
    ]

    static func sanitized(_ html: String) -> [UInt8] {
        let bytes = withoutControls(html)
        var reader = TagReader(bytes)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var (opened, closed) = (0, 0)
        while let token = reader.next() {
            switch token {
            case .text(let range):
                // A removal joins the text on both sides of it, and a `<` there must not begin a tag.
                if bytes[range.lowerBound] == UInt8(ascii: "<") {
                    result += lessThan + bytes[range].dropFirst()
                } else {
                    result += bytes[range]
                }
            case .startTag(let tag):
                let isUnread = unread.contains(tag.name)
                if opened < mostTags, !isUnread || tag.name == "iframe" {
                    let written = written(tag, bytes)
                    if written.count <= longestTag {
                        opened += 1
                        result += written
                        if isUnread { result += Array("</iframe>".utf8) }
                    }
                }
                if isUnread { reader.skip(toEndOf: tag.name) }
            case .endTag(let tag):
                // An end tag that closes no element may make one, too.
                if closed < mostTags, tag.nameRange.count <= longestTag, !unread.contains(tag.name) {
                    closed += 1
                    result += [UInt8(ascii: "<"), UInt8(ascii: "/")] + bytes[tag.nameRange] + [UInt8(ascii: ">")]
                }
            case .markup:
                break
            }
        }
        return result
    }

    /// The tag with the attributes that are read, byte by byte.
    private static func written(_ tag: TagReader.Tag, _ bytes: [UInt8]) -> [UInt8] {
        var result = [UInt8(ascii: "<")] + bytes[tag.nameRange]
        // The first of two attributes with one name counts, as in browsers.
        var seen: [String] = []
        for attribute in tag.attributes where attribute.name.count <= ReadAttribute.longestName {
            let name = String(decoding: bytes[attribute.name], as: UTF8.self).lowercased()
            guard let use = ReadAttribute(name, of: tag.name), !seen.contains(name) else { continue }
            seen.append(name)
            result.append(UInt8(ascii: " "))
            result += bytes[use == .value ? attribute.whole : attribute.name]
        }
        // The blank keeps the slash out of a value without quotes.
        if tag.isSelfClosing { result += [UInt8(ascii: " "), UInt8(ascii: "/")] }
        return result + [UInt8(ascii: ">")]
    }

    /// Removes control characters, each of which Gumbo would show as U+FFFD.
    private static func withoutControls(_ html: String) -> [UInt8] {
        guard html.unicodeScalars.contains(where: \.isControl) else { return Array(html.utf8) }
        return Array(String(String.UnicodeScalarView(html.unicodeScalars.filter { !$0.isControl })).utf8)
    }
}

/// The attributes that reading a page depends on. All others are removed before parsing, because the parser copies an
/// open formatting element with its attributes into every following paragraph.
enum ReadAttribute {
    /// The attribute's value is read.
    case value
    /// The parser only asks whether the attribute is there.
    case presence

    /// Returns `nil` for an attribute that is not read. Both names are in lower case.
    init?(_ name: String, of element: String) {
        switch (name, element) {
        // For `Fragment.links`, `media` and `safeHTML`.
        case ("href", "a"), ("src", "img"), ("src", "image"), ("src", "video"), ("poster", "video"), ("src", "source"),
            ("src", "iframe"), ("src", "embed"), ("data", "object"):
            self = .value
        // For `Fragment.paragraphs`.
        case ("align", "p"), ("align", "div"), ("style", "p"), ("style", "div"), ("class", "p"), ("class", "div"):
            self = .value
        case ("onmouseover", _) where element == "a" || !Self.formatting.contains(element):
            self = .value
        // The parser treats the tag otherwise with these attributes.
        case ("type", "input"), ("encoding", "annotation-xml"), ("prompt", "isindex"):
            self = .value
        case ("color", "font"), ("face", "font"), ("size", "font"):
            self = .presence
        default:
            return nil
        }
    }

    /// Elements that the parser copies. It keeps at most three of a name that do not differ in attributes, and one `a`.
    private static let formatting: Set<String> = [
        "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
    ]

    /// The length of the longest name that is read.
    static let longestName = 11
}
