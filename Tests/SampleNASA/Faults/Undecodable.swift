/// JPEGs that are whole by their markers, and not right.
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
