extension String {
    /// The text's lines, none wider than so many columns: broken between words, a longer word where it must be.
    ///
    /// Line breaks of the text stay, runs of spaces become one. `indent` stands before every line after the first of a
    /// paragraph and counts; it is left out where it would take more than half.
    ///
    /// - Parameter isVerbatim: whether words and the number of spaces between them stay, so that a path or a command can be
    ///   copied. A word that is wider than a line makes a wider line.
    package func wrapped(to columns: Int, indent: String = "", isVerbatim: Bool = false) -> [String] {
        let indent = indent.width * 2 <= columns ? indent : ""
        return split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
            Wrapper(columns: max(1, columns), indent: indent, isVerbatim: isVerbatim).lines(of: paragraph)
        }
    }
}

private struct Wrapper {
    let columns: Int
    let indent: String
    let isVerbatim: Bool
    var lines: [String] = []
    var line = ""
    var used = 0
    var isFresh = true

    consuming func lines(of paragraph: Substring) -> [String] {
        let words = paragraph.split(omittingEmptySubsequences: !isVerbatim) { $0 == " " || $0 == "\t" || $0 == "\r" }
        for word in words {
            add(String(word))
        }
        return lines + [line]
    }

    private mutating func add(_ word: String) {
        let width = word.width
        if !isFresh, used + 1 + width <= columns {
            line += " " + word
            used += 1 + width
            return
        }
        if !isFresh { breakLine() }
        for character in word {
            if !isFresh, !isVerbatim, used + character.width > columns { breakLine() }
            line.append(character)
            used += character.width
            isFresh = false
        }
    }

    private mutating func breakLine() {
        lines.append(line)
        line = indent
        used = indent.width
        isFresh = true
    }
}
