/// The members of an object that a type knows. Each is read when it is asked for; all others, of a newer version or
/// somebody else's, are passed over.
public struct JSONMembers<Key: RawRepresentable<String> & Equatable> {
    /// Where they stand.
    private let values: [(key: Key, at: Int)]
    /// At the end of the object.
    private let reader: JSONReader

    public init(_ type: Key.Type = Key.self, of reader: inout JSONReader) throws(NotJSON) {
        var values: [(key: Key, at: Int)] = []
        try reader.members { name, reader throws(NotJSON) in
            if let key = Key(rawValue: name) { values.append((key, reader.next)) }
            try reader.skip()
        }
        self.values = values
        self.reader = reader
    }

    /// Of two members with one name the first counts.
    public func read<Value: JSONReadable>(_ key: Key, _ type: Value.Type = Value.self) throws(NotJSON) -> Value {
        guard let value = try readIfAny(key, type) else { throw NotJSON(at: reader.next) }
        return value
    }

    /// `nil` also where it is `null`.
    public func readIfAny<Value: JSONReadable>(_ key: Key, _ type: Value.Type = Value.self) throws(NotJSON) -> Value? {
        guard let (_, offset) = values.first(where: { $0.key == key }) else { return nil }
        var reader = reader.at(offset)
        return try reader.read()
    }
}
