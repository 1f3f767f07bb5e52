internal import Folder

/// What JSON can be read as, by a way of its own.
protocol JSONReadable {
    init(reading reader: inout JSONReader) throws(NotJSON)
}

extension Optional: JSONReadable where Wrapped: JSONReadable {
    init(reading reader: inout JSONReader) throws(NotJSON) {
        self = reader.takeNull() ? nil : try Wrapped(reading: &reader)
    }
}

extension Array: JSONReadable where Element: JSONReadable {
    init(reading reader: inout JSONReader) throws(NotJSON) {
        self = []
        try reader.elements { reader throws(NotJSON) in append(try reader.read()) }
    }
}

extension String: JSONReadable {
    init(reading reader: inout JSONReader) throws(NotJSON) { self = try reader.text() }
}

extension Int: JSONReadable {
    init(reading reader: inout JSONReader) throws(NotJSON) { self = try reader.integer() }
}

extension Int64: JSONReadable {
    init(reading reader: inout JSONReader) throws(NotJSON) { self = try reader.integer() }
}

extension UInt64: JSONReadable {
    init(reading reader: inout JSONReader) throws(NotJSON) { self = try reader.integer() }
}

/// Words of which a type knows some.
extension JSONReadable where Self: RawRepresentable<String> {
    init(reading reader: inout JSONReader) throws(NotJSON) {
        self = try reader.required(Self(rawValue: try reader.text()))
    }
}

extension FilePath: JSONReadable {
    init(reading reader: inout JSONReader) throws(NotJSON) { self.init(try reader.text()) }
}

extension Day: JSONReadable {
    init(reading reader: inout JSONReader) throws(NotJSON) { self = try reader.required(Day(try reader.text())) }
}

extension Timestamp: JSONReadable {
    init(reading reader: inout JSONReader) throws(NotJSON) { self = try reader.required(Timestamp(try reader.text())) }
}
