internal import JSON

extension Day: JSONReadable {
    init(reading reader: inout JSONReader) throws(NotJSON) { self = try reader.required(Day(try reader.text())) }
}

extension Timestamp: JSONReadable {
    init(reading reader: inout JSONReader) throws(NotJSON) { self = try reader.required(Timestamp(try reader.text())) }
}
