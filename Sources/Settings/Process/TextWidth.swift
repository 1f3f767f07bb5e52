internal import Days

extension String {
    /// How many columns of a terminal the text takes.
    ///
    /// Counted by scalar, as `wcwidth(3)` and most terminals do. A terminal that draws a joined emoji as one may leave
    /// a gap; counting it as one would break the line of all the others.
    package var width: Int {
        isPlain ? utf8.count : reduce(0) { $0 + $1.width }
    }

    /// The text itself, or as much of it as fits in so many columns, with the mark at its end.
    package func truncated(to columns: Int, mark: String = "…") -> String {
        guard width > columns else { return self }
        let room = columns - mark.width
        guard room >= 0 else { return String(repeating: ".", count: max(0, columns)) }
        var kept = ""
        var used = 0
        for character in self {
            guard used + character.width <= room else { break }
            used += character.width
            kept.append(character)
        }
        while kept.last == " " { kept.removeLast() }
        return kept + mark
    }

    /// The text with spaces behind it, or before it for a number, up to so many columns.
    package func padded(to columns: Int, alignedRight: Bool = false) -> String {
        // A text repeated would be appended once for each column.
        let spaces = String(decoding: repeatElement(UInt8(ascii: " "), count: max(0, columns - width)), as: UTF8.self)
        return alignedRight ? spaces + self : self + spaces
    }
}

extension Character {
    package var width: Int {
        var columns = 0
        for scalar in unicodeScalars {
            // A variation selector turns a narrow sign into an emoji, which is wide.
            columns += scalar == "\u{FE0F}" && columns == 1 ? 1 : scalar.width
        }
        return columns
    }
}

extension Unicode.Scalar {
    fileprivate var width: Int {
        if (0x20..<0x7F).contains(value) { return 1 }
        switch properties.generalCategory {
        case .control, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: return 0
        default: break
        }
        // Two regional indicators make one flag.
        if (0x1F1E6...0x1F1FF).contains(value) { return 1 }
        if isWide { return 2 }
        return properties.isDefaultIgnorableCodePoint || isJoiningJamo ? 0 : 1
    }

    /// The vowels and finals of Hangul draw themselves into the syllable before.
    private var isJoiningJamo: Bool {
        (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value)
    }

    private var isWide: Bool {
        if properties.isEmojiPresentation { return true }
        guard value >= 0x1100 else { return false }
        return wideRanges.contains { $0.contains(value) }
    }
}

/// East Asian Wide and Fullwidth, joined over what is not assigned; emoji come from their own property.
private let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x3FFFD,
]
