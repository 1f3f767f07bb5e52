/// Reads JSON straight from its bytes, one value after another, and builds only values that are asked for: thirty years
/// are eleven thousand files, and a search reads all of them.
public struct JSONReader {
    private let bytes: [UInt8]
    /// The offset of the next byte.
    public private(set) var next: Int
    private var depth = 0
    private let repairsTexts: Bool
    /// The number of values that ``JSONValue`` may still build.
    var valuesLeft = Int.max

    /// A byte order mark, which editors on other systems may leave, is skipped.
    ///
    /// - Parameter repairsTexts: whether a text that is no UTF-8, or has escapes that mean no character, is repaired, and not refused.
    public init(_ bytes: [UInt8], repairsTexts: Bool = false) {
        self.bytes = bytes
        self.repairsTexts = repairsTexts
        next = bytes.starts(with: Self.mark) ? Self.mark.count : 0
    }

    /// Reads bytes that hold exactly one value.
    public static func read<Value: JSONReadable>(_ type: Value.Type = Value.self, from bytes: [UInt8]) throws(NotJSON)
        -> Value
    {
        try read(type, from: JSONReader(bytes))
    }

    static func read<Value: JSONReadable>(_ type: Value.Type, from reader: JSONReader) throws(NotJSON) -> Value {
        var reader = reader
        let value = try Value(reading: &reader)
        reader.skipSpace()
        guard reader.next == reader.bytes.count else { throw NotJSON(at: reader.next) }
        return value
    }

    /// Whether the rest is exactly one value; it is only checked, not built.
    var isWhole: Bool {
        var reader = self
        guard (try? reader.skip()) != nil else { return false }
        reader.skipSpace()
        return reader.next == bytes.count
    }

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    /// The greatest depth; deeper JSON is an attempt to exhaust the stack.
    static let deepest = 512
}

/// Bytes that are no JSON, or not of the expected shape.
public struct NotJSON: Error, Equatable {
    /// The offset at which the error was found.
    public var at: Int

    public init(at offset: Int) { at = offset }
}

extension JSONReader {
    public mutating func read<Value: JSONReadable>(_ type: Value.Type = Value.self) throws(NotJSON) -> Value {
        try Value(reading: &self)
    }

    /// Reads a value by its `Decodable`.
    public mutating func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(NotJSON) -> Value {
        let tree = try read(JSONTree.self)
        do { return try JSONDecoding(tree).decode(type) } catch { throw NotJSON(at: next) }
    }

    /// A reader of the same bytes at another offset.
    public func at(_ offset: Int) -> JSONReader {
        var reader = self
        reader.next = offset
        return reader
    }

    func copy(of range: Range<Int>) -> [UInt8] { Array(bytes[range]) }

    /// Calls `member` for each member of an object, in order.
    public mutating func members(_ member: (_ key: String, inout JSONReader) throws(NotJSON) -> Void) throws(NotJSON) {
        try quotedMembers { key, reader throws(NotJSON) in try member(try reader.text(key), &reader) }
    }

    /// Calls `member` for each member of an object, in order, with its key as it is written.
    mutating func quotedMembers(_ member: (Quoted, inout JSONReader) throws(NotJSON) -> Void) throws(NotJSON) {
        try descend(from: UInt8(ascii: "{"), to: UInt8(ascii: "}")) { reader throws(NotJSON) in
            let key = try reader.quoted()
            try reader.expect(UInt8(ascii: ":"))
            try member(key, &reader)
        }
    }

    public mutating func elements(_ element: (inout JSONReader) throws(NotJSON) -> Void) throws(NotJSON) {
        try descend(from: UInt8(ascii: "["), to: UInt8(ascii: "]"), element)
    }

    /// Enters the list that begins here, for calls of ``hasElement()``.
    mutating func enterList() {
        _ = take(UInt8(ascii: "["))
    }

    /// Whether the entered list has another element, at which the reader then stands.
    mutating func hasElement() -> Bool {
        _ = take(UInt8(ascii: ","))
        return !take(UInt8(ascii: "]")) && next < bytes.count
    }

    /// Throws where the value is missing or not of its type.
    public func required<Value>(_ value: Value?) throws(NotJSON) -> Value {
        guard let value else { throw NotJSON(at: next) }
        return value
    }

    /// Reads `null` if it comes next; returns whether it did.
    public mutating func takeNull() -> Bool {
        skipSpace()
        return take("null")
    }

    public mutating func takeBool() -> Bool? {
        skipSpace()
        if take("true") { return true }
        return take("false") ? false : nil
    }

    /// The next byte that is no space; `nil` at the end.
    public mutating func peek() -> UInt8? {
        skipSpace()
        return next < bytes.count ? bytes[next] : nil
    }

    /// Reads a value without building it.
    public mutating func skip() throws(NotJSON) {
        switch peek() {
        case UInt8(ascii: "\""): _ = try quoted()
        case UInt8(ascii: "{"): try quotedMembers { _, reader throws(NotJSON) in try reader.skip() }
        case UInt8(ascii: "["): try elements { reader throws(NotJSON) in try reader.skip() }
        case UInt8(ascii: "n"): if !takeNull() { throw NotJSON(at: next) }
        case UInt8(ascii: "t"), UInt8(ascii: "f"): if takeBool() == nil { throw NotJSON(at: next) }
        default: _ = try numeral()
        }
    }

    // MARK: - Texts

    /// A text as it is written between two quotation marks.
    struct Quoted {
        var range: Range<Int>
        var holdsEscapes = false
    }

    public mutating func text() throws(NotJSON) -> String {
        try text(try quoted())
    }

    func text(_ quoted: Quoted) throws(NotJSON) -> String {
        let text = quoted.holdsEscapes ? try unescaped(quoted.range)[...] : bytes[quoted.range]
        do {
            return String(copying: try UTF8Span(validating: text.span))
        } catch {
            guard repairsTexts else { throw NotJSON(at: quoted.range.lowerBound) }
            return String(decoding: text, as: UTF8.self)
        }
    }

    /// Whether a text is that word.
    func says(_ quoted: Quoted, _ word: String) -> Bool {
        if quoted.holdsEscapes { return (try? text(quoted)) == word }
        return quoted.range.count == word.utf8.count && bytes[quoted.range].elementsEqual(word.utf8)
    }

    mutating func quoted() throws(NotJSON) -> Quoted {
        try expect(UInt8(ascii: "\""))
        var quoted = Quoted(range: next..<next)
        while true {
            next = bytes.withUnsafeBytes { TextSigns.next(in: $0, from: next) }
            guard next < bytes.count else { throw NotJSON(at: bytes.count) }
            switch bytes[next] {
            case UInt8(ascii: "\""):
                quoted.range = quoted.range.lowerBound..<next
                next += 1
                return quoted
            case UInt8(ascii: "\\"):
                quoted.holdsEscapes = true
                next += 2
            default: throw NotJSON(at: next)
            }
        }
    }

    private func unescaped(_ range: Range<Int>) throws(NotJSON) -> [UInt8] {
        var reader = at(range.lowerBound)
        var text: [UInt8] = []
        text.reserveCapacity(range.count)
        while let escape = bytes[reader.next..<range.upperBound].firstIndex(of: UInt8(ascii: "\\")) {
            text += bytes[reader.next..<escape]
            reader.next = escape + 1
            do {
                text += UTF8.encode(try reader.escaped()) ?? UTF8.encodedReplacementCharacter
            } catch {
                guard repairsTexts else { throw error }
                // The replacement character stands for the backslash alone, and what follows is text.
                text += UTF8.encodedReplacementCharacter
                reader.next = escape + 1
            }
        }
        return text + bytes[reader.next..<range.upperBound]
    }

    /// Reads an escape behind its backslash.
    private mutating func escaped() throws(NotJSON) -> Unicode.Scalar {
        guard next < bytes.count else { throw NotJSON(at: next) }
        next += 1
        switch bytes[next - 1] {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try escapedScalar()
        default: throw NotJSON(at: next - 1)
        }
    }

    /// Reads four digits, or twice four for a scalar that is a surrogate pair in UTF-16. Half a pair is no text; where texts
    /// are repaired, it is the replacement character.
    private mutating func escapedScalar() throws(NotJSON) -> Unicode.Scalar {
        let unit = try fourDigits()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        let end = next
        if UTF16.isLeadSurrogate(unit), take("\\u"), let other = try? fourDigits(), UTF16.isTrailSurrogate(other),
            let scalar = Unicode.Scalar(0x1_0000 + (UInt32(unit & 0x3FF) << 10 | UInt32(other & 0x3FF)))
        {
            return scalar
        }
        guard repairsTexts else { throw NotJSON(at: next) }
        next = end
        return "\u{FFFD}"
    }

    private mutating func fourDigits() throws(NotJSON) -> UInt16 {
        guard next + 4 <= bytes.count else { throw NotJSON(at: next) }
        var value: UInt16 = 0
        for byte in bytes[next..<next + 4] {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: throw NotJSON(at: next)
            }
            value = value << 4 | UInt16(digit)
        }
        next += 4
        return value
    }

    // MARK: - Numbers

    public mutating func integer<Value: FixedWidthInteger>() throws(NotJSON) -> Value {
        let numeral = try numeral()
        return try required(Value(numeral) ?? Double(numeral).flatMap { Value(exactly: $0) })
    }

    public mutating func number() throws(NotJSON) -> JSONValue {
        let numeral = try numeral()
        if let integer = Int(numeral) { return .integer(integer) }
        guard let number = Double(numeral), number.isFinite else { throw NotJSON(at: next) }
        return Int(exactly: number).map { .integer($0) } ?? .number(number)
    }

    /// Reads a number as it is written.
    mutating func numeral() throws(NotJSON) -> String {
        skipSpace()
        let begin = next
        _ = take("-")
        let first = next
        try digits()
        if next - first > 1, bytes[first] == UInt8(ascii: "0") { throw NotJSON(at: first) }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
        return String(decoding: bytes[begin..<next], as: UTF8.self)
    }

    private mutating func digits() throws(NotJSON) {
        let begin = next
        while next < bytes.count, (0x30...0x39).contains(bytes[next]) { next += 1 }
        if next == begin { throw NotJSON(at: next) }
    }

    // MARK: - Signs

    private mutating func descend(
        from opening: UInt8, to closing: UInt8, _ each: (inout JSONReader) throws(NotJSON) -> Void
    ) throws(NotJSON) {
        try expect(opening)
        depth += 1
        guard depth <= Self.deepest else { throw NotJSON(at: next) }
        defer { depth -= 1 }
        while !take(closing) {
            try each(&self)
            if take(closing) { return }
            // A comma before the end is accepted: a user who deletes a list's last line leaves one.
            try expect(UInt8(ascii: ","))
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        next += 1
        return true
    }

    private mutating func expect(_ byte: UInt8) throws(NotJSON) {
        if !take(byte) { throw NotJSON(at: next) }
    }

    private mutating func take(_ word: StaticString) -> Bool {
        let end = next + word.utf8CodeUnitCount
        guard end <= bytes.count else { return false }
        for (offset, index) in (next..<end).enumerated() where bytes[index] != word.utf8Start[offset] { return false }
        next = end
        return true
    }

    private mutating func skipSpace() {
        while next < bytes.count {
            switch bytes[next] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): next += 1
            default: return
            }
        }
    }
}
