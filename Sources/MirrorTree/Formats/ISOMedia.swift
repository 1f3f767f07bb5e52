/// MP4 and QuickTime: boxes within boxes. A file is whole if all boxes end inside it, with an index and its data.
enum ISOMedia {
    static func inspect(_ bytes: inout FileBytes) throws -> Whole? {
        var size: (width: Int, height: Int)?
        var hasIndex = false
        var hasData = false
        var offset: Int64 = 0
        while let box = try box(&bytes, offset, end: bytes.count) {
            guard box.end <= bytes.count else { return nil }
            if box.type == "moov" {
                hasIndex = true
                size = try trackSize(&bytes, box)
            }
            if box.type == "mdat" { hasData = true }
            offset = box.end
        }
        // Bytes that are no box, or a box of no type such as zeros seem to be, do not belong to the film.
        guard hasIndex, hasData else { return nil }
        return Whole(width: size?.width, height: size?.height, end: offset)
    }

    private struct Box {
        var type: String
        var content: Int64
        var end: Int64
    }

    /// The box at an offset; `nil` at the end, or where no box can be.
    private static func box(_ bytes: inout FileBytes, _ offset: Int64, end: Int64) throws -> Box? {
        guard offset < end, let length = try bytes.big32(offset), let name = try bytes.bytes(offset + 4, 4) else {
            return nil
        }
        guard name != [0, 0, 0, 0] else { return nil }
        let type = String(decoding: name, as: UTF8.self)
        switch length {
        case 0:
            return Box(type: type, content: offset + 8, end: end)
        case 1:
            guard let long = try bytes.big64(offset + 8), long >= 16 else { return nil }
            let (end, isTooLarge) = offset.addingReportingOverflow(long)
            return isTooLarge ? nil : Box(type: type, content: offset + 16, end: end)
        case 8...:
            return Box(type: type, content: offset + 8, end: offset + length)
        default:
            return nil
        }
    }

    /// The size of the first track with a picture: sound tracks say zero.
    private static func trackSize(_ bytes: inout FileBytes, _ moov: Box) throws -> (width: Int, height: Int)? {
        var offset = moov.content
        while let track = try box(&bytes, offset, end: moov.end) {
            offset = track.end
            guard track.type == "trak", let header = try box(&bytes, track.content, end: track.end),
                header.type == "tkhd", let version = try bytes.byte(header.content)
            else { continue }
            let fields = header.content + (version == 1 ? 88 : 76)
            if let width = try bytes.big16(fields), let height = try bytes.big16(fields + 4), width > 0, height > 0 {
                return (width, height)
            }
        }
        return nil
    }
}
