import Glibc

extension Scene {
    /// Paints the scene. The glow is smooth, so it is computed on a coarse grid and drawn out; only grain and stars are
    /// done pixel by pixel, which keeps a megapixel well below a tenth of a second.
    func painted(width: Int, height: Int) -> Raster {
        var raster = Raster(width: width, height: height)
        let short = Float(min(width, height))
        let extent: SIMD2<Float> = [Float(width) / short, Float(height) / short]
        let grid = glowGrid(extent: extent, detail: min(256, min(width, height)))
        raster.pixels.withUnsafeMutableBufferPointer { pixels in
            for y in 0..<height {
                paintRow(y, of: pixels, grid: grid, width: width, height: height)
            }
        }
        paintStars(on: &raster, extent: extent)
        paintForeground(on: &raster, extent: extent)
        return raster
    }

    private struct Grid {
        let columns: Int
        let rows: Int
        var light: [SIMD3<Float>]
    }

    private func glowGrid(extent: SIMD2<Float>, detail: Int) -> Grid {
        let columns = Int(extent.x * Float(detail)) + 2
        let rows = Int(extent.y * Float(detail)) + 2
        var grid = Grid(columns: columns, rows: rows, light: [])
        grid.light.reserveCapacity(columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                let light = glow(Float(column) / Float(detail), Float(row) / Float(detail), middle: center * extent)
                // Bright light saturates softly, as on film.
                let one = SIMD3<Float>(repeating: 1)
                grid.light.append(light / (one + light * 0.55) * 1.45 * 255)
            }
        }
        return grid
    }

    private func paintRow(
        _ y: Int, of pixels: UnsafeMutableBufferPointer<UInt8>, grid: Grid, width: Int, height: Int
    ) {
        let v = Float(y) / Float(height) * Float(grid.rows - 2)
        let row = Int(v)
        let down = v - Float(row)
        let step = Float(grid.columns - 2) / Float(width)
        var noise = UInt32(truncatingIfNeeded: seed) ^ UInt32(truncatingIfNeeded: y) &* 0x9E37_79B1 | 1
        grid.light.withUnsafeBufferPointer { light in
            for x in 0..<width {
                let u = Float(x) * step
                let column = Int(u)
                let right = u - Float(column)
                let corner = row * grid.columns + column
                let upper = light[corner] * (1 - right) + light[corner + 1] * right
                let lower = light[corner + grid.columns] * (1 - right) + light[corner + grid.columns + 1] * right
                noise ^= noise << 13
                noise ^= noise >> 17
                noise ^= noise << 5
                let speck = (Float(noise & 0xFF) / 255 - 0.5) * grain
                let colour = upper * (1 - down) + lower * down + SIMD3(repeating: speck)
                let bounded = colour.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 255))
                let at = (y * width + x) * 3
                pixels[at] = UInt8(bounded.x)
                pixels[at + 1] = UInt8(bounded.y)
                pixels[at + 2] = UInt8(bounded.z)
            }
        }
    }

    private func paintForeground(on raster: inout Raster, extent: SIMD2<Float>) {
        guard subject == .landscape else { return }
        let width = raster.width
        let height = raster.height
        raster.pixels.withUnsafeMutableBufferPointer { pixels in
            for x in 0..<width {
                let across = Float(x) / Float(width) * extent.x
                let far = height - Int(ridge(across) * Float(height))
                let near = height - Int(ridge(across * 1.7 + 11) * Float(height) * 0.62)
                for y in min(far, near)..<height {
                    let shade: SIMD3<Float> = y >= near ? [4, 5, 8] : [9, 12, 20]
                    let at = (y * width + x) * 3
                    pixels[at] = UInt8(shade.x)
                    pixels[at + 1] = UInt8(shade.y)
                    pixels[at + 2] = UInt8(shade.z)
                }
            }
        }
    }
}
