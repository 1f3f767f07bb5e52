/// Reads chunk by chunk to IEND; the size stands in the first chunk.
enum PNG {
    static func inspect(_ bytes: inout FileBytes) throws -> Whole? {
        guard try bytes.bytes(12, 4) == Array("IHDR".utf8) else { return nil }
        let width = try bytes.big32(16).map { Int($0) }
        let height = try bytes.big32(20).map { Int($0) }
        var offset: Int64 = 8
        while let length = try bytes.big32(offset), let type = try bytes.bytes(offset + 4, 4) {
            let end = offset + 12 + length
            guard end <= bytes.count else { return nil }
            if type == Array("IEND".utf8) { return Whole(width: width, height: height, end: end) }
            offset = end
        }
        return nil
    }
}
