import Glibc

/// What one day's picture shows. A scene has no size: painted at any width it is the same picture, which is how
/// renditions are made.
struct Scene: Sendable {
    enum Subject: Sendable { case nebula, galaxy, cluster, landscape }

    let subject: Subject
    let palette: Palette
    let seed: UInt64
    let noise: CloudNoise
    let center: SIMD2<Float>
    let tilt: Float
    let flattening: Float
    let grain: Float

    init(seed: UInt64) {
        self.seed = seed
        var random = Randomness(seed: seed)
        subject = random.pick([.nebula, .nebula, .galaxy, .cluster, .landscape])
        palette = random.pick(Palette.all)
        noise = CloudNoise(seed: UInt32(truncatingIfNeeded: random.next()))
        center = [random.between(0.36, 0.64), random.between(0.38, 0.62)]
        tilt = random.between(0, .pi)
        flattening = random.between(1.2, 2.6)
        grain = random.between(7, 13)
    }

    /// The light of everything but the stars. `x` runs from 0 to 1 across the shorter side and on along the longer.
    func glow(_ x: Float, _ y: Float, middle: SIMD2<Float>) -> SIMD3<Float> {
        let warpX = noise.clouds(x * 2.1 + 5, y * 2.1, octaves: 3) - 0.45
        let warpY = noise.clouds(x * 2.1, y * 2.1 + 9, octaves: 3) - 0.45
        let body = noise.clouds(x * 3 + 1.9 * warpX, y * 3 + 1.9 * warpY, octaves: 6)
        let (offsetX, offsetY) = (x - middle.x, y - middle.y)
        switch subject {
        case .nebula: return nebula(body, warpX, warpY, distance: offsetX * offsetX + offsetY * offsetY)
        case .galaxy: return galaxy(offsetX, offsetY, dust: body)
        case .cluster:
            let distance = offsetX * offsetX + offsetY * offsetY
            return palette.space * 1.5 + palette.gas * (0.5 * body * body) + palette.heart
                * (0.16 * exp(-distance * 14))
        case .landscape: return band(offsetX, offsetY, dust: body, warpX)
        }
    }

    private func nebula(_ body: Float, _ warpX: Float, _ warpY: Float, distance: Float) -> SIMD3<Float> {
        let gas = contrast(body, from: 0.34, to: 0.80) * (0.35 + 0.85 * exp(-distance * 3.2))
        let blend = contrast(warpX + 0.5 + 0.5 * warpY, from: 0.3, to: 0.7)
        let dust = contrast(warpY + 0.45, from: 0.28, to: 0.55)
        let colour = palette.gas * (1 - blend) + palette.otherGas * blend
        let heart = gas * gas * exp(-distance * 9)
        return palette.space + (colour * (1.5 * gas) + palette.heart * (0.9 * heart)) * (0.3 + 0.7 * dust)
    }

    private func galaxy(_ offsetX: Float, _ offsetY: Float, dust: Float) -> SIMD3<Float> {
        let along = (offsetX * cos(tilt) + offsetY * sin(tilt)) * 2.7
        let across = (offsetY * cos(tilt) - offsetX * sin(tilt)) * 2.7 * flattening
        let radius = (along * along + across * across).squareRoot()
        let winding = atan2(across, along) * 2 - 5.2 * log(radius + 0.06)
        let arm = pow(0.5 + 0.5 * cos(winding + 2.2 * (dust - 0.5)), 1.6)
        let disc = exp(-radius * 2.3) * (0.22 + 1.5 * arm * contrast(dust, from: 0.25, to: 0.7)) * min(1, radius * 4)
        let core = exp(-radius * radius * 34) + 0.5 * exp(-radius * 6.5)
        let knots = arm * exp(-radius * 2.0) * contrast(dust, from: 0.56, to: 0.75) * min(1, radius * 3)
        return palette.space + palette.otherGas * (1.5 * disc) + palette.heart * (0.35 * disc + core)
            + palette.gas * (1.1 * knots)
    }

    private func band(_ offsetX: Float, _ offsetY: Float, dust: Float, _ warp: Float) -> SIMD3<Float> {
        let slope = tilt - .pi / 2
        let across = offsetY * cos(slope) - offsetX * sin(slope) + 0.35 * warp
        let light = exp(-across * across * 11)
        let lane = contrast(dust, from: 0.30, to: 0.62)
        let horizon = max(0, offsetY + 0.1)
        return palette.space + palette.gas * (0.55 * light * dust) + palette.heart * (0.62 * light * light * lane)
            + palette.otherGas * (0.75 * horizon * horizon)
    }

    /// Height of the foreground's ridges above the lower edge, 0 where there is none.
    func ridge(_ x: Float) -> Float {
        guard subject == .landscape else { return 0 }
        return 0.05 + 0.26 * noise.clouds(x * 2.3, 40, octaves: 6)
    }

    private func contrast(_ value: Float, from low: Float, to high: Float) -> Float {
        let t = max(0, min(1, (value - low) / (high - low)))
        return t * t * (3 - 2 * t)
    }
}
