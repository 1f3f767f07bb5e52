/// The quantisation and Huffman tables of the JPEG standard's annex K.
enum JPEGTables {
    struct Huffman: Sendable {
        /// How many codes there are of each length from 1 to 16.
        let counts: [UInt8]
        let symbols: [UInt8]
        /// Code and length of each symbol.
        let codes: [(code: UInt32, length: UInt32)]

        init(counts: [UInt8], symbols: [UInt8]) {
            self.counts = counts
            self.symbols = symbols
            var codes = [(code: UInt32, length: UInt32)](repeating: (0, 0), count: 256)
            var code: UInt32 = 0
            var next = 0
            for (index, count) in counts.enumerated() {
                for _ in 0..<count {
                    codes[Int(symbols[next])] = (code, UInt32(index + 1))
                    code += 1
                    next += 1
                }
                code <<= 1
            }
            self.codes = codes
        }
    }

    /// Where the nth coefficient of a scan lies in its block of 64.
    static let zigzag: [Int] = {
        let diagonals = (0...14).map { sum in
            let rows = Array(max(0, sum - 7)...min(7, sum))
            return (sum.isMultiple(of: 2) ? rows.reversed() : rows).map { row in row * 8 + sum - row }
        }
        return diagonals.flatMap { $0 }
    }()

    static let luminance: [Int] = [
        16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56,
        14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92,
        49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
    ]

    static let chrominance: [Int] =
        [17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66]
        + [Int](repeating: 99, count: 38)

    static let luminanceDC = Huffman(
        counts: [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], symbols: Array(0...11))

    static let chrominanceDC = Huffman(
        counts: [0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0], symbols: Array(0...11))

    static let luminanceAC = Huffman(
        counts: [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125],
        symbols: [
            0x01, 0x02, 0x03, 0x00, 0x04, 0x11, 0x05, 0x12, 0x21, 0x31, 0x41, 0x06, 0x13, 0x51, 0x61, 0x07, 0x22, 0x71,
            0x14, 0x32, 0x81, 0x91, 0xA1, 0x08, 0x23, 0x42, 0xB1, 0xC1, 0x15, 0x52, 0xD1, 0xF0, 0x24, 0x33, 0x62, 0x72,
            0x82, 0x09, 0x0A, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A,
        ]
            + tail([
                (3, 4), (4, 3), (5, 3), (6, 3), (7, 3), (8, 3), (9, 2), (10, 2), (11, 2), (12, 2), (13, 2), (14, 1),
                (15, 1),
            ])
    )

    static let chrominanceAC = Huffman(
        counts: [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 119],
        symbols: [
            0x00, 0x01, 0x02, 0x03, 0x11, 0x04, 0x05, 0x21, 0x31, 0x06, 0x12, 0x41, 0x51, 0x07, 0x61, 0x71, 0x13, 0x22,
            0x32, 0x81, 0x08, 0x14, 0x42, 0x91, 0xA1, 0xB1, 0xC1, 0x09, 0x23, 0x33, 0x52, 0xF0, 0x15, 0x62, 0x72, 0xD1,
            0x0A, 0x16, 0x24, 0x34, 0xE1, 0x25, 0xF1, 0x17, 0x18, 0x19, 0x1A, 0x26, 0x27, 0x28, 0x29, 0x2A,
        ]
            + tail([
                (3, 5), (4, 3), (5, 3), (6, 3), (7, 3), (8, 2), (9, 2), (10, 2), (11, 2), (12, 2), (13, 2), (14, 2),
                (15, 2),
            ])
    )

    /// The longest codes stand in plain order: for each run of zeros the sizes from the given one to ten.
    private static func tail(_ starts: [(run: Int, from: Int)]) -> [UInt8] {
        starts.flatMap { start in (start.from...10).map { UInt8(start.run << 4 | $0) } }
    }
}
