/// Up to 256 colours that fit one picture, found by cutting the box of its colours at the median again and again.
struct ColourTable {
    private(set) var colours: [SIMD3<UInt8>] = []
    /// The nearest entry for every colour of five bits a channel.
    private var nearest = [UInt8](repeating: 0, count: 32_768)

    init(_ raster: Raster) {
        var counts = [Int](repeating: 0, count: 32_768)
        for pixel in stride(from: 0, to: raster.pixels.count, by: 3) {
            counts[ColourTable.key(raster.pixels[pixel], raster.pixels[pixel + 1], raster.pixels[pixel + 2])] += 1
        }
        var boxes = [counts.indices.filter { counts[$0] > 0 }]
        while boxes.count < 256 {
            // The box that holds most pixels and still has more than one colour is cut next.
            let weights = boxes.map { box in box.count > 1 ? box.reduce(0) { $0 + counts[$1] } : 0 }
            guard let heaviest = weights.indices.max(by: { weights[$0] < weights[$1] }), weights[heaviest] > 0 else {
                break
            }
            let (low, high) = ColourTable.cut(boxes[heaviest], counts: counts)
            boxes[heaviest] = low
            boxes.append(high)
        }
        for (index, box) in boxes.enumerated() {
            let total = max(1, box.reduce(0) { $0 + counts[$1] })
            var colour = SIMD3<UInt8>()
            for channel in 0..<3 {
                let sum = box.reduce(0) { $0 + ColourTable.level($1, channel) * counts[$1] }
                colour[channel] = UInt8(min(255, sum * 255 / (total * 31)))
            }
            colours.append(colour)
            for key in box { nearest[key] = UInt8(index) }
        }
    }

    func index(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 { nearest[ColourTable.key(red, green, blue)] }

    private static func cut(_ box: [Int], counts: [Int]) -> (low: [Int], high: [Int]) {
        let spans = (0..<3).map { channel in
            let levels = box.map { level($0, channel) }
            return (levels.max() ?? 0) - (levels.min() ?? 0)
        }
        let widest = spans.indices.max { spans[$0] < spans[$1] } ?? 0
        let sorted = box.sorted { (level($0, widest), $0) < (level($1, widest), $1) }
        let half = sorted.reduce(0) { $0 + counts[$1] } / 2
        var sum = 0
        var position = 0
        while position < sorted.count - 1, sum <= half {
            sum += counts[sorted[position]]
            position += 1
        }
        position = max(1, min(position, sorted.count - 1))
        return (Array(sorted[..<position]), Array(sorted[position...]))
    }

    private static func key(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
        Int(red >> 3) << 10 | Int(green >> 3) << 5 | Int(blue >> 3)
    }

    private static func level(_ key: Int, _ channel: Int) -> Int { key >> (10 - 5 * channel) & 31 }
}
