/// A value as a configuration file, the environment or the command line gives it, before a setting has read it.
package enum JSON5Value: Equatable, Sendable {
    case text(String)
    case integer(Int)
    case number(Double)
    case flag(Bool)
    case list([JSON5Value])
    case object([String: JSON5Value])
    case null

    /// The value as a setting of one word reads it: a text, or a number written without quotes.
    package var word: String? {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .number, .flag, .list, .object, .null: nil
        }
    }
}

extension JSON5Value: Decodable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let integer = try? container.decode(Int.self) {
            self = .integer(integer)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([JSON5Value].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: JSON5Value].self))
        }
    }
}

extension JSON5Value: CustomStringConvertible {
    /// The value as an error quotes it.
    package var description: String {
        switch self {
        case .text(let text): "“\(text)”"
        case .integer(let number): String(number)
        case .number(let number): String(number)
        case .flag(let flag): String(flag)
        case .list(let list): "[" + list.map(\.description).joined(separator: ", ") + "]"
        case .object: "an object"
        case .null: "null"
        }
    }
}

// MARK: - Keys and their lines

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
