/// Sixteen by sixteen pixels as brightness and, at half the resolution, two colour differences.
struct ColourUnit {
    private var brightness = [Float](repeating: 0, count: 256)
    var blue = [Float](repeating: 0, count: 64)
    var red = [Float](repeating: 0, count: 64)

    /// Beyond the picture's edge its last pixels are repeated.
    mutating func load(_ raster: Raster, left: Int, top: Int) {
        for index in 0..<64 {
            blue[index] = 0
            red[index] = 0
        }
        raster.pixels.withUnsafeBufferPointer { pixels in
            for row in 0..<16 {
                let start = min(top + row, raster.height - 1) * raster.width
                for column in 0..<16 {
                    let at = (start + min(left + column, raster.width - 1)) * 3
                    let (r, g, b) = (Float(pixels[at]), Float(pixels[at + 1]), Float(pixels[at + 2]))
                    let light = 0.299 * r + 0.587 * g + 0.114 * b
                    brightness[row * 16 + column] = light - 128
                    let half = (row >> 1) * 8 + (column >> 1)
                    blue[half] += (b - light) * (0.564 / 4)
                    red[half] += (r - light) * (0.713 / 4)
                }
            }
        }
    }

    /// The quarters in reading order.
    func luminance(_ quarter: Int) -> [Float] {
        let start = (quarter >> 1) * 128 + (quarter & 1) * 8
        return [Float](unsafeUninitializedCapacity: 64) { block, count in
            for row in 0..<8 {
                for column in 0..<8 {
                    block[row * 8 + column] = brightness[start + row * 16 + column]
                }
            }
            count = 64
        }
    }
}
