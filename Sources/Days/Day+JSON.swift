public import JSON

extension Day: JSONReadable {
    public init(reading reader: inout JSONReader) throws(NotJSON) { self = try reader.required(Day(try reader.text())) }
}
