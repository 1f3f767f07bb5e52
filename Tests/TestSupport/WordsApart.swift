/// A text's words, whatever stands between them. Archives of thirty years are compared so.
public enum WordsApart {
    /// In one line. One text holds a control character in the place of a letter that was lost long ago.
    public static func oneLine(_ text: String) -> String {
        words(of: text, withSpaces: true)
    }

    /// With nothing between them.
    public static func squeezed(_ text: String) -> String {
        words(of: text, withSpaces: false)
    }

    private static func words(of text: String, withSpaces: Bool) -> String {
        var line: [UInt8] = []
        line.reserveCapacity(text.utf8.count)
        var isApart = false
        for scalar in text.unicodeScalars {
            if isSpace(scalar) {
                isApart = true
            } else if !isControl(scalar) {
                if isApart, withSpaces, !line.isEmpty { line.append(UInt8(ascii: " ")) }
                isApart = false
                line += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            }
        }
        return String(decoding: line, as: UTF8.self)
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? scalar == " " || (9...13).contains(scalar.value) : scalar.properties.isWhitespace
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? scalar.value < 32 || scalar.value == 127 : scalar.properties.generalCategory == .control
    }
}
