/// The two sums that PNG, zlib and gzip ask for.
enum Checksums {
    static func crc32(_ parts: [UInt8]..., starting: UInt32 = 0) -> UInt32 {
        var sum = ~starting
        for part in parts {
            for byte in part {
                sum = table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8)
            }
        }
        return ~sum
    }

    static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        var start = 0
        while start < bytes.count {
            // 5,552 additions fit in 32 bits before the remainder must be taken.
            let end = min(start + 5_552, bytes.count)
            for index in start..<end {
                low &+= UInt32(bytes[index])
                high &+= low
            }
            low %= 65_521
            high %= 65_521
            start = end
        }
        return high << 16 | low
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
    }
}
