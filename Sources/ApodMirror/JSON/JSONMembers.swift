/// The members of an object that a type knows. Each is read when it is asked for; all others, of a newer version or
/// somebody else's, are passed over.
struct JSONMembers<Key: RawRepresentable<String> & Equatable> {
    private var values: [(key: Key, reader: JSONReader)] = []
    private let end: Int

    init(_ type: Key.Type = Key.self, of reader: inout JSONReader) throws(NotJSON) {
        var values: [(key: Key, reader: JSONReader)] = []
        try reader.members { name, reader throws(NotJSON) in
            if let key = Key(rawValue: name) { values.append((key, reader)) }
            try reader.skip()
        }
        self.values = values
        end = reader.next
    }

    /// Of two members with one name the first counts.
    func read<Value: JSONReadable>(_ key: Key, _ type: Value.Type = Value.self) throws(NotJSON) -> Value {
        guard var reader = values.first(where: { $0.key == key })?.reader else { throw NotJSON(at: end) }
        return try reader.read()
    }

    /// `nil` also where it is `null`.
    func readIfAny<Value: JSONReadable>(_ key: Key, _ type: Value.Type = Value.self) throws(NotJSON) -> Value? {
        guard var reader = values.first(where: { $0.key == key })?.reader else { return nil }
        return try reader.read()
    }
}
