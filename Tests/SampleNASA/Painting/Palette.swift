/// The colours of one sky: empty space, two kinds of glowing gas, and the light at their heart.
struct Palette: Sendable {
    let space: SIMD3<Float>
    let gas: SIMD3<Float>
    let otherGas: SIMD3<Float>
    let heart: SIMD3<Float>

    /// Red hydrogen, blue reflection, the gold and teal of narrow-band pictures, and so on.
    static let all = [
        Palette(
            space: [0.010, 0.012, 0.035], gas: [0.62, 0.10, 0.20],
            otherGas: [0.12, 0.20, 0.55], heart: [1.0, 0.78, 0.66]
        ),
        Palette(
            space: [0.008, 0.018, 0.030], gas: [0.70, 0.42, 0.12],
            otherGas: [0.05, 0.42, 0.48], heart: [1.0, 0.90, 0.62]
        ),
        Palette(
            space: [0.012, 0.010, 0.040], gas: [0.34, 0.14, 0.62],
            otherGas: [0.70, 0.18, 0.42], heart: [0.95, 0.80, 1.0]
        ),
        Palette(
            space: [0.006, 0.014, 0.040], gas: [0.10, 0.26, 0.66],
            otherGas: [0.20, 0.50, 0.66], heart: [0.82, 0.93, 1.0]
        ),
        Palette(
            space: [0.010, 0.016, 0.024], gas: [0.08, 0.46, 0.34],
            otherGas: [0.52, 0.12, 0.30], heart: [0.82, 1.0, 0.86]
        ),
        Palette(
            space: [0.020, 0.014, 0.022], gas: [0.66, 0.26, 0.10],
            otherGas: [0.40, 0.12, 0.34], heart: [1.0, 0.84, 0.56]
        ),
    ]

    /// From hot and blue to cool and orange.
    static let starlight: [SIMD3<Float>] = [
        [0.70, 0.80, 1.0], [0.84, 0.90, 1.0], [1.0, 1.0, 1.0], [1.0, 0.95, 0.82], [1.0, 0.84, 0.62], [1.0, 0.70, 0.48],
    ]
}
