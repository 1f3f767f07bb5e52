/// The keys of the outermost object with their lines, which the decoder does not tell.
///
/// The decoder must have accepted the text: this scan only tells keys from strings, comments and nested values.
struct JSON5Keys {
    private(set) var lines: [(key: String, line: Int)] = []
    private var line = 1
    private var depth = 0
    private var expectsKey = false
    private var text: Substring

    init(of text: String) {
        self.text = text[...]
        while let next = self.text.first { read(next) }
    }

    func lines(of key: String) -> [Int] {
        lines.filter { $0.key == key }.map(\.line)
    }

    private mutating func read(_ next: Character) {
        switch next {
        case "\"", "'":
            let start = line
            let string = readString(quote: next)
            if expectsKey { found(string, line: start) }
        case "/" where text.dropFirst().first == "/":
            while let next = text.first, !next.isNewline { advance() }
        case "/" where text.dropFirst().first == "*":
            advance(2)
            while !text.isEmpty, !text.hasPrefix("*/") { advance() }
            advance(2)
        case "{", "[":
            depth += 1
            expectsKey = depth == 1
            advance()
        case "}", "]":
            depth -= 1
            advance()
        case ",":
            expectsKey = depth == 1
            advance()
        case _ where expectsKey && !next.isWhitespace && next != "\u{FEFF}":
            let word = text.prefix { $0 != ":" && $0 != "/" && !$0.isWhitespace }
            found(String(word), line: line)
            advance(max(1, word.count))
        default: advance()
        }
    }

    private mutating func found(_ key: String, line: Int) {
        lines.append((key, line))
        expectsKey = false
    }

    private mutating func readString(quote: Character) -> String {
        advance()
        var string = ""
        while let next = text.first, next != quote {
            if next == "\\" { advance() }
            if let next = text.first { string.append(next) }
            advance()
        }
        advance()
        return string
    }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count {
            guard let next = text.popFirst() else { return }
            if next.isNewline { line += 1 }
        }
    }
}
