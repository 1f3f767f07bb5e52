/// A text's words, whatever stands between them. Archives of thirty years are compared so.
public enum WordsApart {
    /// In one line. One text holds a control character in the place of a letter that was lost long ago.
    public static func oneLine(_ text: String) -> String {
        let words = text.unicodeScalars.split(whereSeparator: isSpace)
        return words.map { word in word.filter { !isControl($0) } }.filter { !$0.isEmpty }
            .map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
    }

    /// With nothing between them.
    public static func squeezed(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !isSpace($0) }))
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? scalar == " " || (9...13).contains(scalar.value) : scalar.properties.isWhitespace
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? scalar.value < 32 || scalar.value == 127 : scalar.properties.generalCategory == .control
    }
}
