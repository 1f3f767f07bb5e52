internal import CGraphicsMagick
internal import Pictures

/// Makes a picture smaller: each new pixel is the mean of the area that it covers.
///
/// GraphicsMagick's own way takes ten bytes for every old, intermediate and new pixel at once; this type takes three
/// for every new pixel, and a row. Transparent pixels come out black, as everywhere in the gallery.
struct Shrinking {
    private let size: PixelSize
    private var bytes: [UInt8]

    init(_ picture: Picture, to size: PixelSize) throws {
        let old = picture.size
        guard size.width <= old.width, size.height <= old.height else {
            throw BadPicture("the picture is smaller than its header says")
        }
        self.size = size
        bytes = [UInt8](repeating: 0, count: 3 * size.pixels)
        let columns = (0..<size.width).map { Span($0, of: size.width, in: old.width) }
        let isTransparent = picture.image.pointee.matte != 0
        var row = [SIMD4<Float>](repeating: .zero, count: size.width)
        var sums = row
        var complaint = Complaint()
        for newRow in 0..<size.height {
            let span = Span(newRow, of: size.height, in: old.height)
            for index in sums.indices { sums[index] = .zero }
            for y in span.first...span.last {
                let pixels = AcquireImagePixels(picture.image, 0, y, UInt(old.width), 1, &complaint.exception)
                guard let pixels else {
                    try complaint.check()
                    throw TooLarge()
                }
                Self.shrink(pixels, columns, isTransparent, into: &row)
                let weight = SIMD4<Float>(repeating: span.weight(y))
                for index in sums.indices { sums[index] += weight * row[index] }
            }
            write(sums, toRow: newRow)
        }
    }

    /// How bright each pixel is to the eye.
    var grey: [Float] {
        stride(from: 0, to: bytes.count, by: 3).map {
            0.299 * Float(bytes[$0]) + 0.587 * Float(bytes[$0 + 1]) + 0.114 * Float(bytes[$0 + 2])
        }
    }

    private static func shrink(
        _ pixels: UnsafePointer<PixelPacket>, _ columns: [Span], _ isTransparent: Bool, into row: inout [SIMD4<Float>]
    ) {
        func colour(_ pixel: PixelPacket) -> SIMD4<Float> {
            let colour = SIMD4(Float(pixel.red), Float(pixel.green), Float(pixel.blue), 0)
            return isTransparent ? colour * (1 - Float(pixel.opacity) / 65_535) : colour
        }
        for (index, span) in columns.enumerated() {
            var sum = SIMD4<Float>.zero
            var x = span.first + 1
            while x < span.last {
                sum += colour(pixels[x])
                x += 1
            }
            sum *= span.weight
            sum += colour(pixels[span.first]) * span.firstWeight
            if span.last > span.first { sum += colour(pixels[span.last]) * span.lastWeight }
            row[index] = sum
        }
    }

    private mutating func write(_ colours: [SIMD4<Float>], toRow row: Int) {
        var place = row * size.width * 3
        for colour in colours {
            // The weights add up to 1, so a sum is beyond the range by a rounding error at most.
            let rounded = colour * (1 / 257) + 0.5
            bytes[place] = UInt8(truncatingIfNeeded: min(255, Int32(rounded.x)))
            bytes[place + 1] = UInt8(truncatingIfNeeded: min(255, Int32(rounded.y)))
            bytes[place + 2] = UInt8(truncatingIfNeeded: min(255, Int32(rounded.z)))
            place += 3
        }
    }

    /// A picture of the pixels, without a profile.
    func picture() throws -> Picture { try Picture(size, bytes) }
}

/// The old pixels of a row or column that a new pixel covers, and how much of the first and the last.
private struct Span {
    let first: Int
    let last: Int
    let firstWeight: Float
    let lastWeight: Float
    /// The weight of each old pixel between the first and the last.
    let weight: Float

    init(_ index: Int, of new: Int, in old: Int) {
        first = index * old / new
        last = ((index + 1) * old - 1) / new
        // Lengths are counted in parts of an old pixel, which has as many parts as there are new pixels.
        weight = Float(new) / Float(old)
        firstWeight = Float(min(old, (first + 1) * new - index * old)) / Float(old)
        lastWeight = Float((index + 1) * old - last * new) / Float(old)
    }

    func weight(_ place: Int) -> Float {
        place == first ? firstWeight : place == last ? lastWeight : weight
    }
}
