internal import FoundationEssentials

/// JSON as it comes, so that a number where a text is due, a `null` or an unknown key costs nothing but itself.
enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// `nil` when the bytes are no JSON. Broken UTF-8 is repaired first: one bad byte is no reason to lose a day.
    init?(_ bytes: [UInt8]) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let repaired = String(decoding: bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0), as: UTF8.self)
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(repaired.utf8)) else { return nil }
        self = value
    }

    subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    /// A text, or a number as a text.
    var text: String? {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .number(let number): String(number)
        case .null, .bool, .array, .object: nil
        }
    }

    /// A whole number, or a text that holds one.
    var integer: Int? {
        switch self {
        case .integer(let number): number
        case .number(let number): Int(exactly: number)
        case .text(let text): Int(text)
        case .null, .bool, .array, .object: nil
        }
    }
}

extension JSONValue: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let members = try? container.decode([String: JSONValue].self) {
            self = .object(members)
        } else if let elements = try? container.decode([JSONValue].self) {
            self = .array(elements)
        } else if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else if let number = try? container.decode(Int.self) {
            self = .integer(number)
        } else {
            self = .number(try container.decode(Double.self))
        }
    }
}

extension JSONValue: Encodable {
    func encode(to encoder: any Encoder) throws {
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
