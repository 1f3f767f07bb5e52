/// The entropy-coded part of a JPEG: blocks of 16 by 16 pixels, turned into frequencies, rounded and packed.
struct JPEGScan {
    private(set) var output: [UInt8]
    private var pending: UInt64 = 0
    private var pendingBits: UInt32 = 0
    private let zigzag = JPEGTables.zigzag

    init(output: [UInt8]) { self.output = output }

    mutating func encode(_ raster: Raster, luminance: [Int], chrominance: [Int]) {
        let scales = (FrequencyTransform.scales(luminance), FrequencyTransform.scales(chrominance))
        var lastValues = (0, 0, 0)
        var unit = ColourUnit()
        for top in stride(from: 0, to: raster.height, by: 16) {
            for left in stride(from: 0, to: raster.width, by: 16) {
                unit.load(raster, left: left, top: top)
                for quarter in 0..<4 {
                    var block = unit.luminance(quarter)
                    lastValues.0 = encode(
                        &block, scales.0, after: lastValues.0, JPEGTables.luminanceDC, JPEGTables.luminanceAC)
                }
                lastValues.1 = encode(
                    &unit.blue, scales.1, after: lastValues.1, JPEGTables.chrominanceDC, JPEGTables.chrominanceAC)
                lastValues.2 = encode(
                    &unit.red, scales.1, after: lastValues.2, JPEGTables.chrominanceDC, JPEGTables.chrominanceAC)
            }
        }
        // What is left of the last byte is filled with ones.
        write(0x7F, 7)
    }

    /// Encodes one block and returns its mean, from which the next block's is told.
    private mutating func encode(
        _ block: inout [Float], _ scales: [Float], after last: Int,
        _ means: JPEGTables.Huffman, _ rest: JPEGTables.Huffman
    ) -> Int {
        FrequencyTransform.apply(to: &block)
        let mean = Int((block[0] * scales[0]).rounded())
        let change = mean - last
        let size = bitCount(change)
        write(means.codes[Int(size)])
        write(bits(change, size), size)
        var zeros: UInt32 = 0
        for index in 1..<64 {
            let position = zigzag[index]
            let value = Int((block[position] * scales[position]).rounded())
            if value == 0 {
                zeros += 1
                continue
            }
            while zeros > 15 {
                write(rest.codes[0xF0])
                zeros -= 16
            }
            let size = bitCount(value)
            write(rest.codes[Int(zeros << 4 | size)])
            write(bits(value, size), size)
            zeros = 0
        }
        if zeros > 0 { write(rest.codes[0]) }
        return mean
    }

    private func bitCount(_ value: Int) -> UInt32 { UInt32(Int.bitWidth - value.magnitude.leadingZeroBitCount) }

    private func bits(_ value: Int, _ size: UInt32) -> UInt32 {
        UInt32(truncatingIfNeeded: value < 0 ? value - 1 : value) & ((1 << size) - 1)
    }

    private mutating func write(_ code: (code: UInt32, length: UInt32)) { write(code.code, code.length) }

    private mutating func write(_ bits: UInt32, _ count: UInt32) {
        pending = pending << UInt64(count) | UInt64(bits)
        pendingBits += count
        while pendingBits >= 8 {
            pendingBits -= 8
            let byte = UInt8(truncatingIfNeeded: pending >> UInt64(pendingBits))
            output.append(byte)
            if byte == 0xFF { output.append(0) }
        }
    }
}
