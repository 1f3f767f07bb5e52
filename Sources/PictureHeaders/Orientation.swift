public import Pictures

/// The turn and mirroring that a stored picture needs to be seen upright; the numbers are those of EXIF and TIFF.
public struct Orientation: RawRepresentable, Equatable, Sendable {
    public let rawValue: Int

    public static let upright = Orientation(number: 1)

    public init?(rawValue: Int) {
        guard (1...8).contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    private init(number: Int) { rawValue = number }

    private var isOnItsSide: Bool { rawValue >= 5 }

    public func shown(_ size: PixelSize) -> PixelSize {
        isOnItsSide ? PixelSize(width: size.height, height: size.width) : size
    }
}
