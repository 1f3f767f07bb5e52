/// Reads block by block to the trailer, whose one byte occurs in pictures too: the file's last byte proves nothing.
enum GIF {
    static func inspect(_ bytes: inout FileBytes) throws -> Whole? {
        guard let flags = try bytes.byte(10) else { return nil }
        let (width, height) = (try bytes.little16(6), try bytes.little16(8))
        var offset = 13 + colours(flags)
        while let kind = try bytes.byte(offset) {
            switch kind {
            case 0x3B:
                return Whole(width: width, height: height, end: offset + 1)
            case 0x21:
                guard try skipBlocks(&bytes, &offset, from: offset + 2) else { return nil }
            case 0x2C:
                guard let flags = try bytes.byte(offset + 9) else { return nil }
                guard try skipBlocks(&bytes, &offset, from: offset + 11 + colours(flags)) else { return nil }
            default:
                return nil
            }
        }
        return nil
    }

    private static func colours(_ flags: UInt8) -> Int64 {
        flags & 0x80 == 0 ? 0 : 3 << Int64(flags & 7 + 1)
    }

    private static func skipBlocks(_ bytes: inout FileBytes, _ offset: inout Int64, from start: Int64) throws -> Bool {
        offset = start
        while let length = try bytes.byte(offset) {
            offset += 1 + Int64(length)
            if length == 0 { return true }
        }
        return false
    }
}
