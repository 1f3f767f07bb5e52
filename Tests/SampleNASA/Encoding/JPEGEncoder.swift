/// Writes baseline JPEGs with halved colour resolution (4:2:0), as most published pictures are.
struct JPEGEncoder {
    /// 1 to 100, on the scale everybody uses.
    let quality: Int

    func encoded(_ raster: Raster) -> [UInt8] {
        let luminance = table(JPEGTables.luminance)
        let chrominance = table(JPEGTables.chrominance)
        var output = header(raster, luminance, chrominance)
        output.reserveCapacity(output.count + raster.width * raster.height)
        var scan = JPEGScan(output: output)
        scan.encode(raster, luminance: luminance, chrominance: chrominance)
        return scan.output + [0xFF, 0xD9]
    }

    private func table(_ base: [Int]) -> [Int] {
        let scale = quality < 50 ? 5_000 / max(1, quality) : 200 - 2 * quality
        return base.map { min(255, max(1, ($0 * scale + 50) / 100)) }
    }

    private func header(_ raster: Raster, _ luminance: [Int], _ chrominance: [Int]) -> [UInt8] {
        var header: [UInt8] = [0xFF, 0xD8]
        header += segment(0xE0, Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
        for (index, table) in [luminance, chrominance].enumerated() {
            header += segment(0xDB, [UInt8(index)] + JPEGTables.zigzag.map { UInt8(table[$0]) })
        }
        var frame: [UInt8] = [8]
        frame.appendBigEndian(UInt16(raster.height))
        frame.appendBigEndian(UInt16(raster.width))
        header += segment(0xC0, frame + [3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1])
        let tables: [(UInt8, JPEGTables.Huffman)] = [
            (0x00, JPEGTables.luminanceDC), (0x10, JPEGTables.luminanceAC),
            (0x01, JPEGTables.chrominanceDC), (0x11, JPEGTables.chrominanceAC),
        ]
        for (id, huffman) in tables {
            header += segment(0xC4, [id] + huffman.counts + huffman.symbols)
        }
        return header + segment(0xDA, [3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0])
    }

    private func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        var segment: [UInt8] = [0xFF, marker]
        segment.appendBigEndian(UInt16(payload.count + 2))
        return segment + payload
    }
}
