/// A value on its way into a JSON file, and the encoder that takes its content.
///
/// A class, because an `Encoder` hands out containers that are filled later, each of which knows where it belongs.
final class JSONEncoding: Encoder {
    private enum Shape { case nothing, single(JSONItem), list, object }

    private var shape = Shape.nothing
    fileprivate var elements: [JSONItem] = []
    fileprivate var members: [String: JSONItem] = [:]
    /// A value holds those inside it, and these must not hold it: none of them would ever be freed.
    private weak var parent: JSONEncoding?
    private let key: (any CodingKey)?

    init(in parent: JSONEncoding? = nil, at key: (any CodingKey)? = nil) {
        (self.parent, self.key) = (parent, key)
    }

    var codingPath: [any CodingKey] {
        (parent?.codingPath ?? []) + (key.map { [$0] } ?? [])
    }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    var hasContent: Bool {
        if case .nothing = shape { false } else { true }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        shape = .object
        return KeyedEncodingContainer(MemberEncoding<Key>(encoding: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        shape = .list
        return ElementEncoding(encoding: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// The value as it stands in this one, in full: an object that encodes nothing is an empty one.
    fileprivate func item<Value: Encodable>(_ value: Value, at key: any CodingKey) throws -> JSONItem {
        if let scalar = value as? any JSONScalar { return try item(scalar, at: codingPath + [key]) }
        let encoding = JSONEncoding(in: self, at: key)
        try value.encode(to: encoding)
        return .nested(encoding)
    }

    private func item(_ scalar: any JSONScalar, at path: @autoclosure () -> [any CodingKey]) throws -> JSONItem {
        if let item = scalar.item { return item }
        throw EncodingError.invalidValue(
            scalar, .init(codingPath: path(), debugDescription: "JSON has no such number."))
    }
}

/// A value inside a list or an object.
enum JSONItem {
    /// A number, `true`, `false` or `null`.
    case literal(String)
    case text(String)
    case nested(JSONEncoding)
}

// MARK: - Containers

// A generic function stands for the fourteen that the protocol names, one a type.
extension JSONEncoding: SingleValueEncodingContainer {
    func encodeNil() { shape = .single(.literal("null")) }

    func encode<Value: Encodable>(_ value: Value) throws {
        guard let scalar = value as? any JSONScalar else { return try value.encode(to: self) }
        shape = .single(try item(scalar, at: codingPath))
    }
}

private struct MemberEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoding: JSONEncoding

    var codingPath: [any CodingKey] { encoding.codingPath }

    func encodeNil(forKey key: Key) { encoding.members[key.stringValue] = .literal("null") }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        encoding.members[key.stringValue] = try encoding.item(value, at: key)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
        -> KeyedEncodingContainer<Nested>
    {
        nested(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { nested(key).unkeyedContainer() }

    func superEncoder() -> any Encoder { nested(JSONSuper.super) }

    func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

    private func nested(_ key: any CodingKey) -> JSONEncoding {
        if case .nested(let known) = encoding.members[key.stringValue] { return known }
        let nested = JSONEncoding(in: encoding, at: key)
        encoding.members[key.stringValue] = .nested(nested)
        return nested
    }
}

private struct ElementEncoding: UnkeyedEncodingContainer {
    let encoding: JSONEncoding

    var codingPath: [any CodingKey] { encoding.codingPath }
    var count: Int { encoding.elements.count }

    func encodeNil() { encoding.elements.append(.literal("null")) }

    func encode<Value: Encodable>(_ value: Value) throws {
        encoding.elements.append(try encoding.item(value, at: JSONIndex(count)))
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        nested().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }

    func superEncoder() -> any Encoder { nested() }

    private func nested() -> JSONEncoding {
        let nested = JSONEncoding(in: encoding, at: JSONIndex(count))
        encoding.elements.append(.nested(nested))
        return nested
    }
}

// MARK: - Text

extension JSONEncoding {
    /// Writes the value from the place on where its line has begun.
    func write(to bytes: inout [UInt8], depth: Int = 0) throws {
        guard depth < JSONReader.deepest else {
            throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: "It is nested too deeply."))
        }
        switch shape {
        case .single(let item): try item.write(to: &bytes, depth: depth)
        case .list:
            try enclose("[", "]", elements, in: &bytes, depth: depth) { element, bytes in
                try element.write(to: &bytes, depth: depth + 1)
            }
        case .nothing, .object:
            let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            try enclose("{", "}", sorted, in: &bytes, depth: depth) { member, bytes in
                bytes.append(quoted: member.key)
                bytes += " : ".utf8
                try member.value.write(to: &bytes, depth: depth + 1)
            }
        }
    }

    private func enclose<Part>(
        _ start: Unicode.Scalar, _ end: Unicode.Scalar, _ parts: [Part], in bytes: inout [UInt8], depth: Int,
        write: (Part, inout [UInt8]) throws -> Void
    ) throws {
        bytes.append(UInt8(ascii: start))
        // An empty list or object has an empty line inside, as Foundation wrote it: files must keep their bytes.
        if parts.isEmpty { bytes.append(UInt8(ascii: "\n")) }
        for (number, part) in parts.enumerated() {
            if number > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(lineAt: depth + 1)
            try write(part, &bytes)
        }
        bytes.append(lineAt: depth)
        bytes.append(UInt8(ascii: end))
    }
}

extension JSONItem {
    fileprivate func write(to bytes: inout [UInt8], depth: Int) throws {
        switch self {
        case .literal(let literal): bytes += literal.utf8
        case .text(let text): bytes.append(quoted: text)
        case .nested(let encoding): try encoding.write(to: &bytes, depth: depth)
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(lineAt depth: Int) {
        append(UInt8(ascii: "\n"))
        for _ in 0..<depth { self += "  ".utf8 }
    }

    fileprivate mutating func append(quoted text: String) {
        append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            var next = 0
            while next < utf8.count {
                let sign = TextSigns.next(in: UnsafeRawBufferPointer(utf8), from: next)
                self += utf8[next..<sign]
                if sign < utf8.count { append(escaped: utf8[sign]) }
                next = sign + 1
            }
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func append(escaped byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): self += [UInt8(ascii: "\\"), byte]
        case 0x8: self += #"\b"#.utf8
        case 0x9: self += #"\t"#.utf8
        case 0xA: self += #"\n"#.utf8
        case 0xC: self += #"\f"#.utf8
        case 0xD: self += #"\r"#.utf8
        default: append(escaped: UInt16(byte))
        }
    }

    /// Appends a unit of UTF-16 by its number.
    mutating func append(escaped unit: UInt16) {
        let digits = Array("0123456789abcdef".utf8)
        self += #"\u"#.utf8
        for shift in [12, 8, 4, 0] { append(digits[Int(unit >> shift) & 15]) }
    }
}
