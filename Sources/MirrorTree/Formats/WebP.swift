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
