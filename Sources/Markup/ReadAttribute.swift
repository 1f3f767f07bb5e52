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
