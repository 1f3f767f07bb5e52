import Glibc

/// The discrete cosine transform of 8 by 8 values, after Arai, Agui and Nakajima: five multiplications a row, with what
/// it leaves unscaled folded into the quantisation.
enum FrequencyTransform {
    /// Factors that turn the transform's output into quantised coefficients.
    static func scales(_ table: [Int]) -> [Float] {
        let factors = (0..<8).map { $0 == 0 ? 1 : cos(Float($0) * .pi / 16) * Float(2).squareRoot() }
        return table.enumerated().map { place, divisor in
            1 / (Float(divisor * 8) * factors[place / 8] * factors[place % 8])
        }
    }

    static func apply(to block: inout [Float]) {
        block.withUnsafeMutableBufferPointer { values in
            for row in 0..<8 {
                pass(values, from: row * 8, step: 1)
            }
            for column in 0..<8 {
                pass(values, from: column, step: 8)
            }
        }
    }

    @inline(__always)
    private static func pass(_ values: UnsafeMutableBufferPointer<Float>, from start: Int, step: Int) {
        let (a0, a7) = (values[start] + values[start + 7 * step], values[start] - values[start + 7 * step])
        let (a1, a6) = (
            values[start + step] + values[start + 6 * step], values[start + step] - values[start + 6 * step]
        )
        let (a2, a5) = (
            values[start + 2 * step] + values[start + 5 * step], values[start + 2 * step] - values[start + 5 * step]
        )
        let (a3, a4) = (
            values[start + 3 * step] + values[start + 4 * step], values[start + 3 * step] - values[start + 4 * step]
        )
        let (b0, b3, b1, b2) = (a0 + a3, a0 - a3, a1 + a2, a1 - a2)
        values[start] = b0 + b1
        values[start + 4 * step] = b0 - b1
        let turned = (b2 + b3) * 0.707_106_781
        values[start + 2 * step] = b3 + turned
        values[start + 6 * step] = b3 - turned
        let (c0, c1, c2) = (a4 + a5, a5 + a6, a6 + a7)
        let shared = (c0 - c2) * 0.382_683_433
        let d0 = 0.541_196_100 * c0 + shared
        let d2 = 1.306_562_965 * c2 + shared
        let d1 = c1 * 0.707_106_781
        let (e0, e1) = (a7 + d1, a7 - d1)
        values[start + 5 * step] = e1 + d0
        values[start + 3 * step] = e1 - d0
        values[start + step] = e0 + d2
        values[start + 7 * step] = e0 - d2
    }
}
