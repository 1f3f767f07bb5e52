/// JSON of any shape, so that an unexpected type, a `null` or an unknown key affects only its own member.
public enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Returns `nil` when the bytes are no JSON. Broken UTF-8 and broken escapes are repaired: one bad byte is no reason to
    /// lose a day.
    public init?(_ bytes: [UInt8]) {
        guard let value = try? JSONReader.read(JSONValue.self, from: JSONReader(bytes, repairsTexts: true))
        else { return nil }
        self = value
    }

    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    /// A text, or a number as a text.
    public var text: String? {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .number(let number): String(number)
        case .null, .bool, .array, .object: nil
        }
    }

    /// A whole number, or a text that holds one.
    public var integer: Int? {
        switch self {
        case .integer(let number): number
        case .number(let number): Int(exactly: number)
        case .text(let text): Int(text)
        case .null, .bool, .array, .object: nil
        }
    }
}

extension JSONValue: JSONReadable {
    /// The first of two members with one name counts.
    public init(reading reader: inout JSONReader) throws(NotJSON) {
        guard reader.valuesLeft > 0 else { throw NotJSON(at: reader.next) }
        reader.valuesLeft -= 1
        switch reader.peek() {
        case UInt8(ascii: "\""): self = .text(try reader.text())
        case UInt8(ascii: "{"):
            var members: [String: JSONValue] = [:]
            try reader.members { name, reader throws(NotJSON) in
                let value = try reader.read(JSONValue.self)
                if members[name] == nil { members[name] = value }
            }
            self = .object(members)
        case UInt8(ascii: "["): self = .array(try reader.read())
        default:
            if reader.takeNull() {
                self = .null
            } else if let flag = reader.takeBool() {
                self = .bool(flag)
            } else {
                self = try reader.number()
            }
        }
    }
}

extension JSONValue: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let flag): try container.encode(flag)
        case .integer(let number): try container.encode(number)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .array(let elements): try container.encode(elements)
        case .object(let members): try container.encode(members)
        }
    }
}

/// The objects of a list, or one object alone, read from their bytes one after another. Members that are not asked for
/// take no memory, however much of them a server sends.
public struct JSONRecords: Sequence, IteratorProtocol {
    private var reader: JSONReader
    private let keys: Set<String>
    private var left: Int
    /// The place of the last record in the bytes.
    private var place = 0..<0
    /// Whether the bytes are a list, and not one object.
    public let isList: Bool

    /// The number of values that one record may have in the members read; a real one has some fifty.
    private static let mostValues = 2_000

    /// Returns `nil` when the bytes are no JSON. A number or a text alone has no records.
    ///
    /// - Parameters:
    ///   - keys: the members of a record that are read; all others are skipped.
    ///   - most: the greatest number of elements that are read.
    public init?(_ bytes: [UInt8], keys: Set<String>, most: Int) {
        var reader = JSONReader(bytes, repairsTexts: true)
        guard reader.isWhole else { return nil }
        let begin = reader.peek()
        isList = begin == UInt8(ascii: "[")
        if isList { reader.enterList() }
        left = isList ? most : begin == UInt8(ascii: "{") ? 1 : 0
        self.reader = reader
        self.keys = keys
    }

    /// The next record; an element that is no object, or has too many values, is an empty record.
    public mutating func next() -> JSONValue? {
        guard left > 0, isList ? reader.hasElement() : true else { return nil }
        left -= 1
        _ = reader.peek()
        let begin = reader.next
        defer { place = begin..<Swift.max(begin, reader.next) }
        if let record = try? record() { return record }
        reader = reader.at(begin)
        // The bytes are known to be whole JSON, so skipping succeeds.
        guard (try? reader.skip()) != nil else { return nil }
        return .object([:])
    }

    /// The number of bytes of the record that ``next()`` returned last.
    public var byteCount: Int { place.count }

    /// The very bytes of the record that ``next()`` returned last, also of members that were skipped.
    public var bytes: [UInt8] { reader.copy(of: place) }

    private mutating func record() throws(NotJSON) -> JSONValue {
        guard reader.peek() == UInt8(ascii: "{") else { throw NotJSON(at: reader.next) }
        var members: [String: JSONValue] = [:]
        reader.valuesLeft = Self.mostValues
        let keys = keys
        try reader.members { key, reader throws(NotJSON) in
            guard keys.contains(key), members[key] == nil else { return try reader.skip() }
            members[key] = try reader.read(JSONValue.self)
        }
        return .object(members)
    }
}
