/// Reads the JSON5 of a settings file, and knows at which line it is: of each setting, and where the text does not fit.
struct JSON5Reader {
    /// A member of the outermost object.
    struct Member {
        let key: String
        let value: JSON5Value
        let line: Int
    }

    /// A text that is no JSON5.
    struct NotJSON5: Error {
        /// The first line that does not fit; `nil` where the text ends too early.
        let line: Int?
    }

    private var rest: Substring.UnicodeScalarView
    private var line = 1
    private var depth = 0
    /// The greatest depth; settings have two, and deeper text is an attempt to exhaust the stack.
    private static let deepest = 64

    private init(_ text: String) { rest = text.unicodeScalars[...] }

    /// Reads a text of one object, with the members in their order, also those of one key; `nil` for one of another value.
    /// Text without any value, say a file whose every line is a comment, has no members.
    static func members(of text: String) throws(NotJSON5) -> [Member]? {
        var reader = JSON5Reader(text)
        try reader.skipSpace()
        guard !reader.rest.isEmpty else { return [] }
        var members: [Member]?
        if reader.take("{") { members = try reader.members() } else { _ = try reader.value() }
        try reader.skipSpace()
        guard reader.rest.isEmpty else { throw reader.misfit }
        return members
    }

    private var misfit: NotJSON5 { NotJSON5(line: rest.isEmpty ? nil : line) }

    // MARK: - Values

    private mutating func value() throws(NotJSON5) -> JSON5Value {
        if take("{") {
            return .object(Dictionary(try members().map { ($0.key, $0.value) }) { first, _ in first })
        }
        if take("[") {
            var list: [JSON5Value] = []
            try parts(until: "]") { reader throws(NotJSON5) in list.append(try reader.value()) }
            return .list(list)
        }
        if let text = try quoted() { return .text(text) }
        if rest.first.map({ "+-.0123456789IN".unicodeScalars.contains($0) }) ?? false { return try number() }
        return try word(["true": .flag(true), "false": .flag(false), "null": .null])
    }

    /// Reads the members of an object behind its brace.
    private mutating func members() throws(NotJSON5) -> [Member] {
        var members: [Member] = []
        try parts(until: "}") { reader throws(NotJSON5) in
            let line = reader.line
            let key = if let quoted = try reader.quoted() { quoted } else { try reader.identifier() }
            try reader.skipSpace()
            try reader.expect(":")
            try reader.skipSpace()
            members.append(Member(key: key, value: try reader.value(), line: line))
        }
        return members
    }

    /// Reads parts with a comma between them; one more may follow the last.
    private mutating func parts(
        until end: String, read: (inout JSON5Reader) throws(NotJSON5) -> Void
    ) throws(NotJSON5) {
        depth += 1
        guard depth <= Self.deepest else { throw misfit }
        try skipSpace()
        while !take(end) {
            try read(&self)
            try skipSpace()
            if take(end) { break }
            try expect(",")
            try skipSpace()
        }
        depth -= 1
    }

    /// Reads a word that stands for a value.
    private mutating func word(_ values: [String: JSON5Value]) throws(NotJSON5) -> JSON5Value {
        let begin = self
        guard let value = values[try identifier()] else { throw begin.misfit }
        return value
    }

    /// A whole number is one however it is written: `16`, `0x10`, `16.`, `1.6e1`.
    private mutating func number() throws(NotJSON5) -> JSON5Value {
        let sign = sign()
        if rest.first == "I" || rest.first == "N" {
            return try word(["Infinity": .number(sign.isEmpty ? .infinity : -.infinity), "NaN": .number(.nan)])
        }
        var numeral = sign
        if take("0x") || take("0X") {
            let digits = digits { $0.properties.isASCIIHexDigit }
            guard !digits.isEmpty else { throw misfit }
            if let number = Int(sign + digits, radix: 16) { return .integer(number) }
            numeral += "0x" + digits
        } else {
            let whole = digits()
            guard whole.count < 2 || whole.first != "0" else { throw misfit }
            let fraction = take(".") ? digits() : ""
            guard !(whole + fraction).isEmpty else { throw misfit }
            numeral += "\(whole.isEmpty ? "0" : whole)\(fraction.isEmpty ? "" : "." + fraction)"
            if take("e") || take("E") {
                numeral += "e" + self.sign()
                let exponent = digits()
                guard !exponent.isEmpty else { throw misfit }
                numeral += exponent
            }
            if let number = Int(numeral) { return .integer(number) }
        }
        guard let number = Double(numeral) else { throw misfit }
        return Int(exactly: number).map { .integer($0) } ?? .number(number)
    }

    private mutating func sign() -> String {
        if take("-") { return "-" }
        _ = take("+")
        return ""
    }

    private mutating func digits(
        where isDigit: (Unicode.Scalar) -> Bool = { ("0"..."9").contains($0) }
    ) -> String {
        let digits = rest.prefix(while: isDigit)
        rest = rest.dropFirst(digits.count)
        return String(digits)
    }

    // MARK: - Texts

    /// Reads a text between quotation marks of either kind; `nil` where none begins.
    private mutating func quoted() throws(NotJSON5) -> String? {
        guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
        advance()
        var text = String.UnicodeScalarView()
        while let scalar = rest.first, scalar != "\n", scalar != "\r" {
            advance()
            if scalar == quote { return String(text) }
            if scalar != "\\" { text.append(scalar) } else if let escaped = try escaped() { text.append(escaped) }
        }
        throw misfit
    }

    /// Reads an escape behind its backslash. A line that ends in a backslash goes on in the next one.
    private mutating func escaped() throws(NotJSON5) -> Unicode.Scalar? {
        guard let scalar = rest.first, !("1"..."9").contains(scalar) else { throw misfit }
        advance()
        switch scalar {
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "v": return "\u{B}"
        case "x": return Unicode.Scalar(try unit(digits: 2))
        case "u": return try escapedScalar()
        case "0":
            guard rest.first.map({ !("0"..."9").contains($0) }) ?? true else { throw misfit }
            return "\0"
        case "\r":
            _ = take("\n")
            return nil
        case "\n", "\u{2028}", "\u{2029}": return nil
        default: return scalar
        }
    }

    /// Reads four digits, or twice four for a scalar that is a surrogate pair in UTF-16. Half a pair is no text.
    private mutating func escapedScalar() throws(NotJSON5) -> Unicode.Scalar {
        var units = [try unit(digits: 4)]
        if UTF16.isLeadSurrogate(units[0]), take("\\u") { units.append(try unit(digits: 4)) }
        guard let scalar = String(validating: units, as: UTF16.self)?.unicodeScalars.first else { throw misfit }
        return scalar
    }

    private mutating func unit(digits count: Int) throws(NotJSON5) -> UInt16 {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ $0.properties.isASCIIHexDigit }),
            let unit = UInt16(String(digits), radix: 16)
        else { throw misfit }
        rest = rest.dropFirst(count)
        return unit
    }

    /// Reads a key without quotation marks, or a word that stands for a value.
    private mutating func identifier() throws(NotJSON5) -> String {
        var text = String.UnicodeScalarView()
        while let next = rest.first {
            let begin = self
            var scalar = next
            if take("\\u") { scalar = try escapedScalar() } else { advance() }
            guard scalar.isOfIdentifier(atStart: text.isEmpty) else {
                self = begin
                break
            }
            text.append(scalar)
        }
        guard !text.isEmpty else { throw misfit }
        return String(text)
    }

    // MARK: - Signs

    private mutating func take(_ sign: String) -> Bool {
        guard rest.starts(with: sign.unicodeScalars) else { return false }
        for _ in sign.unicodeScalars { advance() }
        return true
    }

    private mutating func expect(_ sign: String) throws(NotJSON5) {
        if !take(sign) { throw misfit }
    }

    private mutating func advance() {
        guard let scalar = rest.popFirst(), scalar.endsLine else { return }
        if scalar != "\r" || rest.first != "\n" { line += 1 }
    }

    private mutating func skipSpace() throws(NotJSON5) {
        while let scalar = rest.first {
            if take("//") {
                while let scalar = rest.first, !scalar.endsLine { advance() }
            } else if take("/*") {
                while !take("*/") {
                    guard !rest.isEmpty else { throw misfit }
                    advance()
                }
            } else if scalar.properties.isWhitespace || scalar == "\u{FEFF}" {
                advance()
            } else {
                return
            }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var endsLine: Bool { ["\n", "\r", "\u{2028}", "\u{2029}"].contains(self) }

    fileprivate func isOfIdentifier(atStart: Bool) -> Bool {
        if self == "$" || self == "_" || properties.isIDStart { return true }
        return !atStart && (properties.isIDContinue || self == "\u{200C}" || self == "\u{200D}")
    }
}
