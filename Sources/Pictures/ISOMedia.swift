/// MP4 and QuickTime: boxes within boxes. A file is whole if all boxes end inside it, with an index and its data.
enum ISOMedia {
    static func read(_ bytes: inout FileBytes) throws -> PictureStructure? {
        var picture = PictureStructure()
        var hasIndex = false
        var hasData = false
        var offset = 0
        while let box = try box(&bytes, offset, end: bytes.count) {
            guard box.end <= bytes.count else { return nil }
            if box.type == "moov" {
                hasIndex = true
                picture.size = try trackSize(&bytes, box)
            }
            if box.type == "mdat" { hasData = true }
            offset = box.end
        }
        // Bytes that are no box, or a box of no type such as zeros seem to be, do not belong to the film.
        guard hasIndex, hasData else { return nil }
        picture.end = offset
        return picture
    }

    private struct Box {
        var type: String
        var content: Int
        var end: Int
    }

    /// The box at an offset; `nil` at the end, or where no box can be.
    private static func box(_ bytes: inout FileBytes, _ offset: Int, end: Int) throws -> Box? {
        guard offset < end, let length = try bytes.long(offset), let type = try bytes.text(offset + 4, 4),
            type != "\0\0\0\0"
        else { return nil }
        switch length {
        case 0:
            return Box(type: type, content: offset + 8, end: end)
        case 1:
            guard let high = try bytes.long(offset + 8), let low = try bytes.long(offset + 12), high < 1 << 31,
                case let long = high << 32 | low, long >= 16
            else { return nil }
            let (end, isTooLarge) = offset.addingReportingOverflow(long)
            return isTooLarge ? nil : Box(type: type, content: offset + 16, end: end)
        case 8...:
            return Box(type: type, content: offset + 8, end: offset + length)
        default:
            return nil
        }
    }

    /// The size of the first track with a picture: sound tracks say zero.
    private static func trackSize(_ bytes: inout FileBytes, _ moov: Box) throws -> PixelSize? {
        var offset = moov.content
        while let track = try box(&bytes, offset, end: moov.end) {
            offset = track.end
            guard track.type == "trak", let header = try box(&bytes, track.content, end: track.end),
                header.type == "tkhd", let version = try bytes.byte(header.content)
            else { continue }
            let fields = header.content + (version == 1 ? 88 : 76)
            if let width = try bytes.short(fields), let height = try bytes.short(fields + 4), width > 0, height > 0 {
                return PixelSize(width: width, height: height)
            }
        }
        return nil
    }
}
