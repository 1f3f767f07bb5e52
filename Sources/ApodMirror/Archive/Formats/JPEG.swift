/// Marker by marker: sizes from the frame header, wholeness from the End Of Image marker.
enum JPEG {
    static func inspect(_ bytes: inout FileBytes) throws -> Whole? {
        var size: (width: Int, height: Int)?
        var offset: Int64 = 2
        while let marker = try nextMarker(&bytes, &offset) {
            switch marker {
            case 0xD9:
                return Whole(width: size?.width, height: size?.height)
            case 0x01, 0xD0...0xD7:
                continue
            default:
                guard let length = try bytes.big16(offset), length >= 2 else { return nil }
                if isFrame(marker), let height = try bytes.big16(offset + 3), let width = try bytes.big16(offset + 5) {
                    size = (width, height)
                }
                offset += Int64(length)
                // In the scan's data every 0xFF is followed by zero, so an end marker can only be the real one.
                if marker == 0xDA, try endsWithMarker(&bytes) {
                    return Whole(width: size?.width, height: size?.height)
                }
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

    /// Most files end right with the marker, or with a little padding behind it: no need to walk the scan.
    private static func endsWithMarker(_ bytes: inout FileBytes) throws -> Bool {
        let length = Int(min(bytes.count, 4_096))
        guard let tail = try bytes.bytes(bytes.count - Int64(length), length) else { return false }
        let padding: Set<UInt8> = [0x00, 0x0A, 0x0D, 0x20]
        guard let last = tail.lastIndex(where: { !padding.contains($0) }), last > 0 else { return false }
        return tail[last] == 0xD9 && tail[last - 1] == 0xFF
    }
}
