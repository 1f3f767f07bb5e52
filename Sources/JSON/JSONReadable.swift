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
