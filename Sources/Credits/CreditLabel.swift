internal import Days

/// The words that say who made a picture: `Image Credit & Copyright:`, `Courtesy:` and the like.
public enum CreditLabel {
    private static let core: Set<String> = [
        "credit", "credits", "copyright", "copyrights", "courtesy", "license", "licence",
    ]

    static let vocabulary: Set<String> = core.union([
        "image", "images", "picture", "photo", "photograph", "video", "movie", "illustration", "animation", "art",
        "artwork", "drawing", "painting", "text", "data", "research", "processing", "composition", "rights", "music",
        "and", "by", "&", "/", ",",
    ])

    /// The length of the label that the text begins with, in bytes of UTF-8 with the colon; 0 without a label.
    public static func length(in text: String) -> Int {
        let head = text.utf8.prefix(80)
        if let colon = head.firstIndex(of: UInt8(ascii: ":")) {
            let label = String(decoding: head[..<colon], as: UTF8.self)
            if names(label) { return label.utf8.count + 1 }
        }
        // Without a colon a label holds only words that cannot be a name.
        var length = 0
        var hasCore = false
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            guard vocabulary.contains(word.lowercased()) else { break }
            hasCore = hasCore || core.contains(word.lowercased())
            length += word.utf8.count + 1
        }
        return hasCore ? min(length, text.utf8.count) : 0
    }

    /// Where the first label begins whose words can be no title's, in bytes of UTF-8; `nil` without one.
    public static func place(in text: String) -> Int? {
        var place = 0
        let heading = text.clamped(toBytes: longestHeading)
        for word in heading.split(separator: " ", omittingEmptySubsequences: false) {
            if vocabulary.contains(word.lowercased().filter { $0 != ":" }) {
                let rest = String(decoding: heading.utf8.dropFirst(place), as: UTF8.self)
                if length(in: rest) > 0 { return place }
            }
            place += word.utf8.count + 1
        }
        return nil
    }

    private static let longestHeading = 2_000

    /// The offset of the label that the text ends with, in bytes of UTF-8; `nil` without a label.
    public static func tail(of text: String) -> Int? {
        guard text.hasSuffix(":") else { return nil }
        var words: [Substring] = []
        for word in text.dropLast().split(separator: " ", omittingEmptySubsequences: false).reversed() {
            guard vocabulary.contains(word.lowercased()) else { break }
            words.append(word)
        }
        guard words.contains(where: { core.contains($0.lowercased()) }) else { return nil }
        return text.utf8.count - 1 - words.reduce(0) { $0 + $1.utf8.count } - (words.count - 1)
    }

    /// The offset of a label that ends a credit and has lost its names, in bytes of UTF-8; `nil` without one. The last
    /// word of "Lone Tree Music" belongs to a name.
    public static func stray(in credit: String) -> Int? {
        guard let mark = credit.utf8.lastIndex(where: { ";,".utf8.contains($0) }) else { return nil }
        let tail = String(decoding: credit.utf8[credit.utf8.index(after: mark)...], as: UTF8.self)
        let words = tail.lowercased().split { !$0.isLetter && $0 != "&" }.map(String.init)
        guard !words.isEmpty, words.allSatisfy({ vocabulary.contains($0) || roles.contains($0) }) else { return nil }
        return credit.utf8.distance(from: credit.utf8.startIndex, to: mark)
    }

    static let roles: Set<String> = [
        "annotation", "annotations", "rollover", "narration", "acknowledgement", "acknowledgements", "score", "sound",
        "editing", "visualization",
    ]

    /// Whether the text begins with a label, or contains one.
    public static func isIn(_ text: String) -> Bool {
        length(in: text) > 0 || labels(in: text).contains { label in core.contains { label.contains(words: $0) } }
    }

    /// The words in front of each colon, in lower case.
    private static func labels(in text: String) -> [String] {
        text.split(separator: ":", omittingEmptySubsequences: false).dropLast().map { $0.suffix(30).lowercased() }
    }

    /// Whether any label of the text, at its start or further on, claims copyright.
    public static func claimsCopyright(in text: String) -> Bool {
        let leading = String(decoding: text.utf8.prefix(length(in: text)), as: UTF8.self)
        if leading.lowercased().contains(words: "copyright") { return true }
        return labels(in: text).contains { $0.contains(words: "copyright") }
    }

    /// Whether the words in front of a colon are a label. "Filipe Alves; Mars Image Credit:" holds a name, too.
    private static func names(_ label: String) -> Bool {
        let words = label.lowercased().split { !$0.isLetter }.map(String.init)
        guard words.count <= 8, words.contains(where: core.contains), !label.contains(where: { ";().[]".contains($0) })
        else { return false }
        return words.count <= 3 || vocabulary.contains(words[0])
    }
}
