/// Reads marker by marker: the frame header tells the size, the End Of Image marker that the file is whole.
///
/// The file's last bytes prove nothing: tables and comments between scans may hold those of an end marker.
enum JPEG {
    static func inspect(_ bytes: inout FileBytes) throws -> Whole? {
        var size: (width: Int, height: Int)?
        var hasScan = false
        var offset: Int64 = 2
        while let marker = try nextMarker(&bytes, &offset) {
            switch marker {
            case 0xD9:
                return hasScan ? Whole(width: size?.width, height: size?.height, end: offset) : nil
            case 0x01...0xBF, 0xD0...0xD7:
                // Restarts, and bytes of a faulty scan, are passed over as decoders do: such pictures were published.
                continue
            default:
                guard let length = try bytes.big16(offset), length >= 2 else { return nil }
                if isFrame(marker), let height = try bytes.big16(offset + 3), let width = try bytes.big16(offset + 5) {
                    size = (width, height)
                }
                offset += Int64(length)
                if marker == 0xDA { hasScan = true }
            }
        }
        return nil
    }

    /// Frame headers are C0 to CF but for the tables and the reserved one between them.
    private static func isFrame(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
    }

    /// The next marker's code; the offset then stands behind it. Skips scan data, stuffed zeros and fill bytes.
    private static func nextMarker(_ bytes: inout FileBytes, _ offset: inout Int64) throws -> UInt8? {
        while let found = try bytes.firstIndex(of: 0xFF, from: offset) {
            guard let code = try bytes.byte(found + 1) else { return nil }
            offset = found + (code == 0xFF ? 1 : 2)
            if code != 0x00, code != 0xFF { return code }
        }
        return nil
    }
}

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

/// A WebP file is a RIFF chunk that says its own length; the size stands in the first chunk inside.
enum WebP {
    static func inspect(_ bytes: inout FileBytes) throws -> Whole? {
        guard let length = try bytes.little32(4), length + 8 <= bytes.count else { return nil }
        let size = try size(&bytes)
        // Chunks are of even length, and some writers leave out the last one's odd byte.
        return Whole(width: size?.width, height: size?.height, end: min(bytes.count, length + 8 + length % 2))
    }

    private static func size(_ bytes: inout FileBytes) throws -> (width: Int, height: Int)? {
        guard let kind = try bytes.bytes(12, 4), let data = try bytes.bytes(20, 10) else { return nil }
        switch String(decoding: kind, as: UTF8.self) {
        case "VP8X":
            let width = Int(data[4]) | Int(data[5]) << 8 | Int(data[6]) << 16
            let height = Int(data[7]) | Int(data[8]) << 8 | Int(data[9]) << 16
            return (width + 1, height + 1)
        case "VP8L":
            let bits = Int(data[1]) | Int(data[2]) << 8 | Int(data[3]) << 16 | Int(data[4]) << 24
            return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        case "VP8 ":
            return ((Int(data[6]) | Int(data[7]) << 8) & 0x3FFF, (Int(data[8]) | Int(data[9]) << 8) & 0x3FFF)
        default:
            return nil
        }
    }
}
