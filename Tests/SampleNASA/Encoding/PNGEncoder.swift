/// Writes true-colour PNGs whose pixels are stored, not compressed.
enum PNGEncoder {
    static func encoded(_ raster: Raster) -> [UInt8] {
        var header = [UInt8]()
        header.appendBigEndian(UInt32(raster.width))
        header.appendBigEndian(UInt32(raster.height))
        header.append(contentsOf: [8, 2, 0, 0, 0])
        var rows = [UInt8]()
        let stride = raster.width * 3
        rows.reserveCapacity((stride + 1) * raster.height)
        for row in 0..<raster.height {
            rows.append(0)
            rows.append(contentsOf: raster.pixels[row * stride..<(row + 1) * stride])
        }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", header) + chunk("IDAT", Deflate.zlib(rows)) + chunk("IEND", [])
    }

    static func chunk(_ name: String, _ payload: [UInt8]) -> [UInt8] {
        let type = Array(name.utf8)
        var chunk = [UInt8]()
        chunk.reserveCapacity(payload.count + 12)
        chunk.appendBigEndian(UInt32(payload.count))
        chunk.append(contentsOf: type)
        chunk.append(contentsOf: payload)
        chunk.appendBigEndian(Checksums.crc32(type, payload))
        return chunk
    }
}
