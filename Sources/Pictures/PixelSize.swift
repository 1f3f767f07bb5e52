public struct PixelSize: Equatable, Sendable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    public var pixels: Int { width * height }

    /// Whether neither side is zero, or longer than any picture's.
    public var isSensible: Bool { (1...1 << 20).contains(width) && (1...1 << 20).contains(height) }
}
