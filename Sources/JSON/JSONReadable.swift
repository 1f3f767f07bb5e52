/// A type that is read from JSON by its own code, without `Decodable`.
public protocol JSONReadable {
    init(reading reader: inout JSONReader) throws(NotJSON)
}

extension Optional: JSONReadable where Wrapped: JSONReadable {
    public init(reading reader: inout JSONReader) throws(NotJSON) {
        self = reader.takeNull() ? nil : try Wrapped(reading: &reader)
    }
}

extension Array: JSONReadable where Element: JSONReadable {
    public init(reading reader: inout JSONReader) throws(NotJSON) {
        self = []
        try reader.elements { reader throws(NotJSON) in append(try reader.read()) }
    }
}

extension String: JSONReadable {
    public init(reading reader: inout JSONReader) throws(NotJSON) { self = try reader.text() }
}

extension Bool: JSONReadable {
    public init(reading reader: inout JSONReader) throws(NotJSON) { self = try reader.required(reader.takeBool()) }
}

extension Int: JSONReadable {
    public init(reading reader: inout JSONReader) throws(NotJSON) { self = try reader.integer() }
}

extension Int64: JSONReadable {
    public init(reading reader: inout JSONReader) throws(NotJSON) { self = try reader.integer() }
}

extension UInt64: JSONReadable {
    public init(reading reader: inout JSONReader) throws(NotJSON) { self = try reader.integer() }
}

/// An enumeration of texts; any other text is refused.
extension JSONReadable where Self: RawRepresentable<String> {
    public init(reading reader: inout JSONReader) throws(NotJSON) {
        self = try reader.required(Self(rawValue: try reader.text()))
    }
}

/// The members of an object that a type knows, each read when it is asked for. Members of a newer version or another
/// program are skipped.
public struct JSONMembers<Key: RawRepresentable<String>> {
    /// The keys as they are written, with the offsets of their values.
    private let values: [(key: JSONReader.Quoted, at: Int)]
    /// The reader at the end of the object.
    private let reader: JSONReader

    public init(_ type: Key.Type = Key.self, of reader: inout JSONReader) throws(NotJSON) {
        var values: [(key: JSONReader.Quoted, at: Int)] = []
        try reader.quotedMembers { key, reader throws(NotJSON) in
            values.append((key, reader.next))
            try reader.skip()
        }
        self.values = values
        self.reader = reader
    }

    /// Reads a member that must be there; the first of two with one name counts.
    public func read<Value: JSONReadable>(_ key: Key, _ type: Value.Type = Value.self) throws(NotJSON) -> Value {
        guard let value = try readIfAny(key, type) else { throw NotJSON(at: reader.next) }
        return value
    }

    /// Reads a member; `nil` where it is missing or `null`.
    public func readIfAny<Value: JSONReadable>(_ key: Key, _ type: Value.Type = Value.self) throws(NotJSON) -> Value? {
        guard var member = value(of: key) else { return nil }
        return try member.read()
    }

    /// Decodes a member that must be there.
    public func decode<Value: Decodable>(_ key: Key, _ type: Value.Type = Value.self) throws(NotJSON) -> Value {
        var member = try reader.required(value(of: key))
        return try member.decode()
    }

    private func value(of key: Key) -> JSONReader? {
        let name = key.rawValue
        return values.first { reader.says($0.key, name) }.map { reader.at($0.at) }
    }
}
