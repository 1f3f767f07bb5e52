/// The format of every JSON file of the mirror: sorted keys, one a line, slashes unescaped, a newline at the end.
public enum JSONFile {
    public static func encode<Value: Encodable>(_ value: Value) throws -> [UInt8] {
        let encoding = JSONEncoding()
        try encoding.encode(value)
        guard encoding.hasContent else {
            throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "It encodes nothing."))
        }
        var bytes: [UInt8] = []
        try encoding.write(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    /// Decodes files that are read now and then; days, favorites and NASA's answers are read with ``JSONReader``.
    public static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try JSONDecoding(try JSONReader.read(JSONTree.self, from: bytes)).decode(type)
    }
}

/// The types that are a text, a number, `true` or `false` in JSON; all others consist of them.
protocol JSONScalar {
    /// The value as it is written; `nil` for a number that JSON cannot write.
    var item: JSONItem? { get }

    /// Returns `nil` for a value of another type, and for a number that this one cannot hold.
    init?(_ value: JSONTree)
}

extension String: JSONScalar {
    var item: JSONItem? { .text(self) }

    init?(_ value: JSONTree) {
        guard case .text(let text) = value else { return nil }
        self = text
    }
}

extension Bool: JSONScalar {
    var item: JSONItem? { .literal(self ? "true" : "false") }

    init?(_ value: JSONTree) {
        guard case .bool(let flag) = value else { return nil }
        self = flag
    }
}

extension JSONScalar where Self: FixedWidthInteger {
    var item: JSONItem? { .literal(String(self)) }

    /// A whole number may be written as `1.0` or `1e3`.
    init?(_ value: JSONTree) {
        guard case .number(let digits) = value,
            let number = Self(digits) ?? Double(digits).flatMap({ Self(exactly: $0) })
        else { return nil }
        self = number
    }
}

extension JSONScalar where Self: BinaryFloatingPoint & LosslessStringConvertible {
    /// A whole number is written without a fraction.
    var item: JSONItem? {
        guard isFinite else { return nil }
        let digits = description
        return .literal(digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits)
    }

    init?(_ value: JSONTree) {
        guard case .number(let digits) = value, let number = Self(digits), number.isFinite else { return nil }
        self = number
    }
}

extension Double: JSONScalar {}
extension Float: JSONScalar {}
extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}

/// The place of an element in a list, as a key of the path that errors tell.
struct JSONIndex: CodingKey {
    let index: Int

    init(_ index: Int) { self.index = index }

    var intValue: Int? { index }
    var stringValue: String { "Index \(index)" }

    init?(intValue: Int) { self.init(intValue) }

    init?(stringValue: String) { return nil }
}

/// The key under which a class encodes the class that it inherits from.
enum JSONSuper: String, CodingKey { case `super` }
