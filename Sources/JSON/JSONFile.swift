internal import FoundationEssentials

/// How every JSON file of the mirror is written: sorted keys, one a line, slashes as they are, a newline at the end.
public enum JSONFile {
    public static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]
    }

    /// For what is read now and then. Of what there are thousands (days, favorites, NASA's answers) ``JSONReader`` reads.
    public static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try JSONDecoder().decode(type, from: Data(bytes))
    }
}
