internal import Glibc

/// The perceptual hash of a picture, 64 bits: those of its broadest waves of light and dark that are stronger than the
/// median. The same picture in another size, format or quality has nearly the same hash.
public struct PerceptualHash: Equatable, Sendable {
    public let bits: UInt64

    /// The number of bits that may differ between two copies of one picture.
    public static let tolerance = 8

    public init(bits: UInt64) { self.bits = bits }

    public func isLike(_ other: PerceptualHash) -> Bool {
        (bits ^ other.bits).nonzeroBitCount <= Self.tolerance
    }

    /// The width and height in pixels of the image that is hashed.
    public static let side = 32
    private static let waves = 8
    /// The least spread of brightness: all pictures with less, such as an empty sky, have similar hashes.
    private static let least: Float = 3

    /// - Parameter grey: the brightness of ``side`` × ``side`` pixels. `nil` where they differ too little.
    public init?(grey: [Float]) {
        let count = Self.side * Self.side
        guard grey.count == count else { return nil }
        let mean = grey.reduce(0, +) / Float(count)
        let spread = (grey.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(count)).squareRoot()
        guard spread >= Self.least else { return nil }
        // The square root makes faint parts count beside bright ones, as the eye does.
        let grey = grey.map { $0.squareRoot() }
        // The transform (DCT) is taken along each row, and then along each column of the result.
        var rows = [Float](repeating: 0, count: Self.side * (Self.waves + 1))
        for y in 0..<Self.side {
            for wave in 0...Self.waves {
                var sum: Float = 0
                for x in 0..<Self.side { sum += grey[y * Self.side + x] * Self.cosines[wave * Self.side + x] }
                rows[y * (Self.waves + 1) + wave] = sum
            }
        }
        func strength(_ across: Int, _ down: Int) -> Float {
            var sum: Float = 0
            for y in 0..<Self.side {
                sum += rows[y * (Self.waves + 1) + across] * Self.cosines[down * Self.side + y]
            }
            return sum
        }
        // The mean brightness says nothing about the picture, so one further wave takes its place.
        let strengths = (0..<64).map { $0 == 0 ? strength(Self.waves, 0) : strength($0 % Self.waves, $0 / Self.waves) }
        let middle = strengths.sorted()[32]
        bits = strengths.enumerated().reduce(0) { $1.element > middle ? $0 | 1 << UInt64($1.offset) : $0 }
    }

    private static let cosines: [Float] = (0...waves).flatMap { wave in
        (0..<side).map { Float(cos(Double(wave) * (Double($0) + 0.5) * .pi / Double(side))) }
    }
}

/// The hash stands in a comment at the very beginning of a thumbnail, so it stays with the file.
extension PerceptualHash {
    private static let start: [UInt8] = [0xFF, 0xD8]
    private static let words = Array("apod-mirror look ".utf8)
    private static let digits = Array("0123456789abcdef".utf8)
    private static let head = start + [0xFF, 0xFE, 0, UInt8(2 + words.count + 16)] + words
    /// The number of bytes at the beginning of a file that hold the hash.
    public static let length = head.count + 16

    /// The JPEG with this hash in a comment.
    public func written(into jpeg: [UInt8]) -> [UInt8] {
        guard jpeg.starts(with: Self.start) else { return jpeg }
        let text = stride(from: 60, through: 0, by: -4).map { Self.digits[Int(bits >> UInt64($0) & 15)] }
        var marked = Self.head + text
        marked += jpeg[Self.start.count...]
        return marked
    }

    /// - Parameter beginning: the first bytes of a thumbnail, at least ``length``.
    public init?(in beginning: [UInt8]) {
        guard beginning.count >= Self.length, beginning.starts(with: Self.head) else { return nil }
        var bits: UInt64 = 0
        for digit in beginning[Self.head.count..<Self.length] {
            guard let value = Self.digits.firstIndex(of: digit) else { return nil }
            bits = bits << 4 | UInt64(value)
        }
        self.bits = bits
    }
}
