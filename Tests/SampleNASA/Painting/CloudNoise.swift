/// Smooth noise in the plane, summed over octaves: what nebulae, dust lanes and mountain ridges are made of.
struct CloudNoise {
    let seed: UInt32

    /// About 0 to 1, with most values near the middle.
    func clouds(_ x: Float, _ y: Float, octaves: Int) -> Float {
        var sum: Float = 0
        var weight: Float = 0.5
        var (u, v) = (x, y)
        for octave in 0..<octaves {
            sum += weight * value(u, v, layer: UInt32(truncatingIfNeeded: octave))
            weight *= 0.5
            // Turned a little at each octave, so that the lattice never shows.
            (u, v) = (1.62 * u - 1.18 * v + 3.7, 1.18 * u + 1.62 * v + 1.3)
        }
        return sum
    }

    private func value(_ x: Float, _ y: Float, layer: UInt32) -> Float {
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        let (column, row) = (Int32(left), Int32(top))
        let (u, v) = (smooth(x - left), smooth(y - top))
        let upper = lattice(column, row, layer) * (1 - u) + lattice(column + 1, row, layer) * u
        let lower = lattice(column, row + 1, layer) * (1 - u) + lattice(column + 1, row + 1, layer) * u
        return upper * (1 - v) + lower * v
    }

    private func smooth(_ t: Float) -> Float { t * t * (3 - 2 * t) }

    private func lattice(_ column: Int32, _ row: Int32, _ layer: UInt32) -> Float {
        var hash = UInt32(bitPattern: column) &* 0x85EB_CA6B ^ UInt32(bitPattern: row) &* 0xC2B2_AE35
        hash = (hash ^ seed ^ layer &* 0x27D4_EB2F) &* 0x9E37_79B1
        hash = (hash ^ (hash >> 15)) &* 0x85EB_CA77
        return Float((hash ^ (hash >> 13)) & 0xFFFF) / 65_535
    }
}
