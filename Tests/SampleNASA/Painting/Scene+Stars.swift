import Glibc

extension Scene {
    private struct Star {
        let x: Float
        let y: Float
        let brightness: Float
        let colour: SIMD3<Float>
    }

    /// Adds the stars: many faint, few bright, the brightest with the spikes of a telescope's mirror mount.
    func paintStars(on raster: inout Raster, extent: SIMD2<Float>) {
        let scale = Float(min(raster.width, raster.height)) / 700
        for star in stars(extent: extent) {
            let size = max(0.55, (0.55 + 2.6 * star.brightness * star.brightness) * scale)
            // Below one pixel a star gets fainter, not smaller.
            let dimming = min(1, 0.35 + scale)
            paint(star, size: size, light: (70 + 230 * star.brightness) * dimming, on: &raster, extent: extent)
        }
    }

    private func stars(extent: SIMD2<Float>) -> [Star] {
        var random = Randomness(seed: seed ^ 0x57A2)
        let count = Int((subject == .cluster ? 1_500 : 800) * extent.x * extent.y)
        return (0..<count).map { index in
            var x = random.unit() * extent.x
            var y = random.unit() * extent.y
            let brightness = min(1, 0.06 + pow(random.unit(), 22) + 0.22 * random.unit() * random.unit())
            if subject == .cluster, index % 3 != 0 {
                let radius = 0.05 + 0.30 * random.unit() * random.unit()
                let angle = random.unit() * 2 * .pi
                let spread = random.between(0.2, 1.3)
                x = center.x * extent.x + radius * spread * cos(angle)
                y = center.y * extent.y + radius * spread * sin(angle)
            }
            return Star(x: x, y: y, brightness: brightness, colour: random.pick(Palette.starlight))
        }
    }

    private func paint(_ star: Star, size: Float, light: Float, on raster: inout Raster, extent: SIMD2<Float>) {
        let (width, height) = (raster.width, raster.height)
        let (x, y) = (star.x / extent.x * Float(width), star.y / extent.y * Float(height))
        let spiked = star.brightness > 0.62
        let reach = Int(size * (spiked ? 16 : 4.5)) + 1
        // Of a star beyond the edge nothing may be left.
        let columns = (Int(x) - reach..<Int(x) + reach + 1).clamped(to: 0..<width)
        let rows = (Int(y) - reach..<Int(y) + reach + 1).clamped(to: 0..<height)
        raster.pixels.withUnsafeMutableBufferPointer { pixels in
            for row in rows {
                for column in columns {
                    let (dx, dy) = ((Float(column) - x) / size, (Float(row) - y) / size)
                    let distance = dx * dx + dy * dy
                    var shine = exp(-distance) + 0.10 / (1 + distance * 0.9) * max(0, 1 - distance / 20)
                    if spiked {
                        let spike = exp(-dx * dx * 3 - abs(dy) * 0.30) + exp(-dy * dy * 3 - abs(dx) * 0.30)
                        shine += 0.5 * spike * max(0, 1 - distance / 256)
                    }
                    guard shine > 0.004 else { continue }
                    // The middle of a bright star is white, its glow has the colour.
                    let white = min(1, shine * 0.6)
                    let colour = star.colour * (1 - white) + SIMD3(repeating: white)
                    let added = colour * (shine * light)
                    let at = (row * width + column) * 3
                    for channel in 0..<3 {
                        pixels[at + channel] = UInt8(min(255, Float(pixels[at + channel]) + added[channel]))
                    }
                }
            }
        }
    }
}
