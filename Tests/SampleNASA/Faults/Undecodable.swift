/// Takes from a JPEG the tables without which no decoder gets anywhere.
enum Undecodable {
    static func jpeg(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return bytes }
        var kept: [UInt8] = [0xFF, 0xD8]
        var offset = 2
        while offset + 4 <= bytes.count, bytes[offset] == 0xFF {
            let marker = bytes[offset + 1]
            let end = offset + 2 + Int(bytes[offset + 2]) << 8 + Int(bytes[offset + 3])
            // From the scan on all is data.
            if marker == 0xDA || end > bytes.count { break }
            if marker != 0xDB { kept += bytes[offset..<end] }
            offset = end
        }
        return kept + bytes[offset...]
    }
}
