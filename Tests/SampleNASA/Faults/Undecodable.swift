/// Pictures that are whole by their markers, and not right.
enum Undecodable {
    /// Without the tables that no decoder gets anywhere without.
    static func jpeg(_ bytes: [UInt8]) -> [UInt8] {
        guard let (segments, scan) = parts(bytes) else { return bytes }
        return [0xFF, 0xD8] + segments.filter { $0[$0.startIndex + 1] != 0xDB }.flatMap { $0 } + scan
    }

    /// Without the second half of its scan.
    static func half(_ bytes: [UInt8]) -> [UInt8] {
        guard let (segments, scan) = parts(bytes) else { return bytes }
        var half = scan.prefix(scan.count / 2)
        // Nothing that could be read as half a marker.
        while half.last == 0xFF { half.removeLast() }
        return [0xFF, 0xD8] + segments.flatMap { $0 } + half + [0xFF, 0xD9]
    }

    /// A WebP of 640 × 480 pixels, whose data are these bytes.
    static func webP(_ bytes: [UInt8]) -> [UInt8] {
        func number(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
            Array(name.utf8) + number(data.count, 4) + data + (data.count % 2 == 0 ? [] : [0])
        }
        let header = number(0, 4) + number(639, 3) + number(479, 3)
        let content = Array("WEBP".utf8) + chunk("VP8X", header) + chunk("VP8 ", bytes)
        return Array("RIFF".utf8) + number(content.count, 4) + content
    }

    /// What stands before the scan, and the scan itself with all that follows; `nil` for what is no JPEG.
    private static func parts(_ bytes: [UInt8]) -> (segments: [ArraySlice<UInt8>], scan: ArraySlice<UInt8>)? {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        var segments: [ArraySlice<UInt8>] = []
        var offset = 2
        while offset + 4 <= bytes.count, bytes[offset] == 0xFF, bytes[offset + 1] != 0xDA {
            let end = offset + 2 + Int(bytes[offset + 2]) << 8 + Int(bytes[offset + 3])
            if end > bytes.count { break }
            segments.append(bytes[offset..<end])
            offset = end
        }
        return (segments, bytes[offset...])
    }
}
