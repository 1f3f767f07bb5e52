/// What of a tag's attributes anything depends on. All others go before the parser sees them: it copies a formatting
/// element with its attributes into every paragraph that it is still open in.
enum ReadAttribute {
    /// Somebody reads what it says.
    case value
    /// The parser asks whether it is there.
    case presence

    /// `nil` for one that nobody reads. Both names in lower case.
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
        // These change what the parser makes of the tag.
        case ("type", "input"), ("encoding", "annotation-xml"), ("prompt", "isindex"):
            self = .value
        case ("color", "font"), ("face", "font"), ("size", "font"):
            self = .presence
        default:
            return nil
        }
    }

    /// Elements that are copied. Of those without differing attributes three of a name at most, and one `a`.
    private static let formatting: Set<String> = [
        "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
    ]

    /// No longer name is read.
    static let longestName = 11
}
