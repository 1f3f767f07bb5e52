/// JSON for a `Decodable` type. A number keeps its digits until the type says how it is meant.
enum JSONTree: JSONReadable {
    case null
    case bool(Bool)
    case number(String)
    case text(String)
    case list([JSONTree])
    case object([String: JSONTree])

    /// The first of two members with one name counts.
    init(reading reader: inout JSONReader) throws(NotJSON) {
        switch reader.peek() {
        case UInt8(ascii: "\""): self = .text(try reader.text())
        case UInt8(ascii: "["): self = .list(try reader.read())
        case UInt8(ascii: "{"):
            var members: [String: JSONTree] = [:]
            try reader.members { name, reader throws(NotJSON) in
                let value = try reader.read(JSONTree.self)
                if members[name] == nil { members[name] = value }
            }
            self = .object(members)
        default:
            if reader.takeNull() {
                self = .null
            } else if let flag = reader.takeBool() {
                self = .bool(flag)
            } else {
                self = .number(try reader.numeral())
            }
        }
    }
}

/// A value of a JSON file as a type decodes it. A class, so that the path to it costs nothing until an error tells it.
final class JSONDecoding: Decoder {
    fileprivate let value: JSONTree
    private let parent: JSONDecoding?
    private let key: (any CodingKey)?

    init(_ value: JSONTree, in parent: JSONDecoding? = nil, at key: (any CodingKey)? = nil) {
        (self.value, self.parent, self.key) = (value, parent, key)
    }

    var codingPath: [any CodingKey] {
        (parent?.codingPath ?? []) + (key.map { [$0] } ?? [])
    }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = value else { throw error([String: Any].self) }
        return KeyedDecodingContainer(MemberDecoding<Key>(decoding: self, members: members))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .list(let elements) = value else { throw error([Any].self) }
        return ElementDecoding(decoding: self, elements: elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    /// Decodes a value inside this one.
    fileprivate func decode<Value: Decodable>(
        _ type: Value.Type, _ value: JSONTree, at key: @autoclosure () -> any CodingKey
    ) throws -> Value {
        if let scalar = type as? any JSONScalar.Type, let value = scalar.init(value) as? Value { return value }
        return try JSONDecoding(value, in: self, at: key()).decode(type)
    }

    /// The error of a value that is not of its type.
    private func error(_ type: Any.Type) -> DecodingError {
        switch value {
        case .null: .valueNotFound(type, .init(codingPath: codingPath, debugDescription: "It is null."))
        case .number(let digits):
            .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "\(digits) is no \(type)."))
        case .bool, .text, .list, .object:
            .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "It is no \(type)."))
        }
    }
}

// MARK: - Containers

// A generic function stands for the fourteen that the protocol names, one a type.
extension JSONDecoding: SingleValueDecodingContainer {
    func decodeNil() -> Bool { value.isNull }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let scalar = type as? any JSONScalar.Type else { return try Value(from: self) }
        guard let value = scalar.init(value) as? Value else { throw error(type) }
        return value
    }
}

private struct MemberDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoding: JSONDecoding
    let members: [String: JSONTree]

    var codingPath: [any CodingKey] { decoding.codingPath }
    var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try value(key).isNull }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoding.decode(type, try value(key), at: key)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
        -> KeyedDecodingContainer<Nested>
    {
        try member(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try member(key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder { superDecoder(JSONSuper.super) }

    func superDecoder(forKey key: Key) -> any Decoder { superDecoder(key) }

    private func superDecoder(_ key: any CodingKey) -> JSONDecoding {
        JSONDecoding(members[key.stringValue] ?? .null, in: decoding, at: key)
    }

    private func member(_ key: Key) throws -> JSONDecoding {
        JSONDecoding(try value(key), in: decoding, at: key)
    }

    private func value(_ key: Key) throws -> JSONTree {
        guard let value = members[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key, .init(codingPath: codingPath, debugDescription: "There is no \(key.stringValue)."))
        }
        return value
    }
}

private struct ElementDecoding: UnkeyedDecodingContainer {
    let decoding: JSONDecoding
    let elements: [JSONTree]
    private(set) var currentIndex = 0

    init(decoding: JSONDecoding, elements: [JSONTree]) {
        (self.decoding, self.elements) = (decoding, elements)
    }

    var codingPath: [any CodingKey] { decoding.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd else { throw atEnd(Never?.self) }
        guard elements[currentIndex].isNull else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try next(type) { [decoding, key] in try decoding.decode(type, $0, at: key) }
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws
        -> KeyedDecodingContainer<Nested>
    {
        try nextElement(KeyedDecodingContainer<Nested>.self) { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try nextElement([Any].self) { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder {
        try nextElement((any Decoder).self) { $0 }
    }

    private var key: JSONIndex { JSONIndex(currentIndex) }

    private mutating func nextElement<Value>(
        _ type: Any.Type, _ read: (JSONDecoding) throws -> Value
    ) throws -> Value {
        try next(type) { [decoding, key] in try read(JSONDecoding($0, in: decoding, at: key)) }
    }

    /// Reads the current element; one that cannot be read stays the current one.
    private mutating func next<Value>(_ type: Any.Type, _ read: (JSONTree) throws -> Value) throws -> Value {
        guard !isAtEnd else { throw atEnd(type) }
        let value = try read(elements[currentIndex])
        currentIndex += 1
        return value
    }

    private func atEnd(_ type: Any.Type) -> DecodingError {
        .valueNotFound(type, .init(codingPath: codingPath, debugDescription: "The list has no further element."))
    }
}

extension JSONTree {
    fileprivate var isNull: Bool {
        if case .null = self { true } else { false }
    }
}
