public import JSON

extension Timestamp: JSONReadable {
    public init(reading reader: inout JSONReader) throws(NotJSON) {
        self = try reader.required(Timestamp(try reader.text()))
    }
}
