internal import Pictures

/// How a stored picture has to be turned and mirrored to be seen; the numbers are those of EXIF and TIFF.
struct Orientation: RawRepresentable, Equatable, Sendable {
    let rawValue: Int

    static let upright = Orientation(number: 1)

    init?(rawValue: Int) {
        guard (1...8).contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    private init(number: Int) { rawValue = number }

    private var isOnItsSide: Bool { rawValue >= 5 }

    func shown(_ size: PixelSize) -> PixelSize {
        isOnItsSide ? PixelSize(width: size.height, height: size.width) : size
    }
}
