internal import Glibc

/// What a picture looks like, in 64 bits: those of its broadest light and dark that are brighter than the middle one. The same
/// picture in another size, format or quality has nearly the same.
public struct Look: Equatable, Sendable {
    public let bits: UInt64

    /// Bits that may differ between two copies of one picture.
    public static let tolerance = 8

    public init(bits: UInt64) { self.bits = bits }

    public func isLike(_ other: Look) -> Bool {
        (bits ^ other.bits).nonzeroBitCount <= Self.tolerance
    }

    /// How many pixels wide and high it is taken from.
    public static let side = 32
    private static let waves = 8
    /// A sky in which nothing is seen looks like every other.
    private static let least: Float = 3

    /// - Parameter grey: the brightness of ``side`` × ``side`` pixels. `nil` where there is too little to see.
    public init?(grey: [Float]) {
        let count = Self.side * Self.side
        guard grey.count == count else { return nil }
        let mean = grey.reduce(0, +) / Float(count)
        let spread = (grey.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(count)).squareRoot()
        guard spread >= Self.least else { return nil }
        // As the eye has it: what is faint counts beside what is bright.
        let grey = grey.map { $0.squareRoot() }
        // Waves along each row, and then along each column of what they make.
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
        // The mean brightness says nothing; one wave more stands for it.
        let strengths = (0..<64).map { $0 == 0 ? strength(Self.waves, 0) : strength($0 % Self.waves, $0 / Self.waves) }
        let middle = strengths.sorted()[32]
        bits = strengths.enumerated().reduce(0) { $1.element > middle ? $0 | 1 << UInt64($1.offset) : $0 }
    }

    private static let cosines: [Float] = (0...waves).flatMap { wave in
        (0..<side).map { Float(cos(Double(wave) * (Double($0) + 0.5) * .pi / Double(side))) }
    }
}

/// In a thumbnail it stands right at the start, as a comment: where the thumbnail goes it goes, too.
extension Look {
    private static let start: [UInt8] = [0xFF, 0xD8]
    private static let words = Array("apod-mirror look ".utf8)
    private static let digits = Array("0123456789abcdef".utf8)
    private static let head = start + [0xFF, 0xFE, 0, UInt8(2 + words.count + 16)] + words
    /// So many bytes of a file tell it.
    public static let length = head.count + 16

    /// The JPEG with this look in it.
    public func written(into jpeg: [UInt8]) -> [UInt8] {
        guard jpeg.starts(with: Self.start) else { return jpeg }
        let text = stride(from: 60, through: 0, by: -4).map { Self.digits[Int(bits >> UInt64($0) & 15)] }
        return Self.head + text + jpeg.dropFirst(Self.start.count)
    }

    /// - Parameter beginning: of a thumbnail, at least ``length`` bytes of it.
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
