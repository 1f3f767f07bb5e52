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
