internal import FoundationEssentials

/// The format of every JSON file of the mirror: sorted keys, one a line, slashes unescaped, a newline at the end.
public enum JSONFile {
    public static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]
    }

    /// Decodes files that are read now and then; days, favorites and NASA's answers are read with ``JSONReader``.
    public static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try JSONDecoder().decode(type, from: Data(bytes))
    }
}
