/// JSON of any shape, so that an unexpected type, a `null` or an unknown key affects only its own member.
public enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Returns `nil` when the bytes are no JSON. Broken UTF-8 is repaired: one bad byte is no reason to lose a day.
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
