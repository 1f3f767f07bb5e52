/// Splits HTML into text, tags and the rest, by the tokenizer rules of the HTML standard, in one pass.
struct TagReader {
    enum Token {
        case text(Range<Int>)
        case startTag(Tag)
        case endTag(Tag)
        /// A comment, doctype or processing instruction, or a tag that the input ends in.
        case markup
    }

    struct Tag {
        /// The name in lower case, cut behind the length of any known one.
        var name: String
        var nameRange: Range<Int>
        var attributes: [Attribute] = []
        var isSelfClosing = false
    }

    struct Attribute {
        var name: Range<Int>
        /// The attribute with its value and quotes.
        var whole: Range<Int>
    }

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func next() -> Token? {
        guard position < bytes.count else { return nil }
        guard bytes[position] == UInt8(ascii: "<"), position + 1 < bytes.count else { return text() }
        let second = bytes[position + 1]
        switch second {
        case _ where second.isLetter:
            return tag(nameAt: position + 1)
        case UInt8(ascii: "/") where position + 2 < bytes.count && bytes[position + 2].isLetter:
            return tag(nameAt: position + 2)
        case UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "/"):
            skipComment()
            return .markup
        default:
            return text()
        }
    }

    /// Skips everything up to and including the end tag of `name`; the whole rest where there is none.
    mutating func skip(toEndOf name: String) {
        let wanted = Array(name.utf8)
        while position < bytes.count {
            let start = position + 2
            if bytes[position] == UInt8(ascii: "<"), start + wanted.count <= bytes.count,
                bytes[position + 1] == UInt8(ascii: "/"),
                zip(bytes[start...], wanted).allSatisfy({ $0 | 0x20 == $1 }),
                start + wanted.count == bytes.count || bytes[start + wanted.count].endsName
            {
                position = start + wanted.count
                _ = attributes()
                return
            }
            position += 1
        }
    }

    private mutating func text() -> Token {
        let start = position
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
        return .text(start..<position)
    }

    private mutating func tag(nameAt nameStart: Int) -> Token {
        let start = position
        position = nameStart
        while position < bytes.count, !bytes[position].endsName { position += 1 }
        let name = String(decoding: bytes[nameStart..<position].prefix(32), as: UTF8.self).lowercased()
        let nameRange = nameStart..<position
        guard let (attributes, isSelfClosing) = attributes() else { return .markup }
        let tag = Tag(name: name, nameRange: nameRange, attributes: attributes, isSelfClosing: isSelfClosing)
        return nameStart == start + 1 ? .startTag(tag) : .endTag(tag)
    }

    /// Reads up to and including the tag's `>`; `nil` when the input ends first.
    private mutating func attributes() -> (found: [Attribute], isSelfClosing: Bool)? {
        var found: [Attribute] = []
        var isSelfClosing = false
        while position < bytes.count {
            let start = position
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: ">") { return (found, isSelfClosing) }
            isSelfClosing = byte == UInt8(ascii: "/")
            if byte.isBlank || isSelfClosing { continue }
            // An attribute's name; an equals sign at its very start belongs to the name.
            while position < bytes.count, !bytes[position].endsName, bytes[position] != UInt8(ascii: "=") {
                position += 1
            }
            let name = start..<position
            skipBlanks()
            if position < bytes.count, bytes[position] == UInt8(ascii: "=") {
                position += 1
                skipBlanks()
                skipValue()
            } else {
                position = name.upperBound
            }
            found.append(Attribute(name: name, whole: start..<min(position, bytes.count)))
        }
        return nil
    }

    private mutating func skipValue() {
        guard position < bytes.count else { return }
        let quote = bytes[position]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            position += 1
            while position < bytes.count, bytes[position] != quote { position += 1 }
            position += 1
        } else {
            while position < bytes.count, !bytes[position].isBlank, bytes[position] != UInt8(ascii: ">") {
                position += 1
            }
        }
    }

    private mutating func skipBlanks() {
        while position < bytes.count, bytes[position].isBlank { position += 1 }
    }

    private mutating func skipComment() {
        if isAt(Self.comment) {
            position += 2
            while position < bytes.count, !isAt(Self.commentEnd), !isAt(Self.otherCommentEnd) { position += 1 }
        }
        while position < bytes.count, bytes[position] != UInt8(ascii: ">") { position += 1 }
        position = min(position + 1, bytes.count)
    }

    private func isAt(_ text: [UInt8]) -> Bool {
        bytes[position] == text[0] && bytes[position...].starts(with: text)
    }

    private static let comment = Array("<!--".utf8)
    private static let commentEnd = Array("-->".utf8)
    private static let otherCommentEnd = Array("--!>".utf8)
}

extension UInt8 {
    fileprivate var isLetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }

    fileprivate var isBlank: Bool {
        self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C || self == 0x0D
    }

    fileprivate var endsName: Bool {
        isBlank || self == UInt8(ascii: "/") || self == UInt8(ascii: ">")
    }
}
