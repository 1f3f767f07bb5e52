/// The objects of a list, or one object alone, read from their bytes one after another. Members that are not asked for
/// take no memory, however much of them a server sends.
public struct JSONRecords: Sequence, IteratorProtocol {
    private var reader: JSONReader
    private let keys: Set<String>
    private var left: Int
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
        let begin = reader.next
        if let record = try? record() { return record }
        reader = reader.at(begin)
        // The bytes are known to be whole JSON, so skipping succeeds.
        guard (try? reader.skip()) != nil else { return nil }
        return .object([:])
    }

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
