/// Deflate without compression: valid for every reader, and never slower than copying.
enum Deflate {
    static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var packed: [UInt8] = [0x78, 0x01]
        appendBlocks(of: bytes, to: &packed)
        packed.appendBigEndian(Checksums.adler32(bytes))
        return packed
    }

    static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        var packed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        appendBlocks(of: bytes, to: &packed)
        packed.appendLittleEndian(Checksums.crc32(bytes))
        packed.appendLittleEndian(UInt32(truncatingIfNeeded: bytes.count))
        return packed
    }

    private static func appendBlocks(of bytes: [UInt8], to packed: inout [UInt8]) {
        packed.reserveCapacity(packed.count + bytes.count + bytes.count / 6_000 + 16)
        var start = 0
        repeat {
            let end = min(start + 65_535, bytes.count)
            let length = UInt16(end - start)
            packed.append(end == bytes.count ? 1 : 0)
            packed.appendLittleEndian(length)
            packed.appendLittleEndian(~length)
            packed.append(contentsOf: bytes[start..<end])
            start = end
        } while start < bytes.count
    }
}
