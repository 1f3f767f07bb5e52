@_spi(_Unicode) internal import Swift

/// A name as names are compared: without case, accents, points and hyphens, and without "the" in front.
struct NameKey: Hashable, Sendable {
    let text: String

    init(_ name: String) {
        var plain = ""
        for scalar in name.lowercased()._nfd where scalar.properties.generalCategory != .nonspacingMark {
            if let letters = Self.letters[scalar] {
                plain += letters
            } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                plain.unicodeScalars.append(scalar)
            } else if !Self.unread.contains(scalar) {
                plain.append(" ")
            }
        }
        let words = plain.split(separator: " ")
        text = (words.first == "the" ? words.dropFirst() : words[...]).joined(separator: " ")
    }

    /// Letters that Unicode does not take apart, as they are written without them.
    private static let letters: [Unicode.Scalar: String] = [
        "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i",
    ]

    /// Signs within a word.
    private static let unread: Set<Unicode.Scalar> = ["'", "’", "."]
}
