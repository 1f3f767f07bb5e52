public import Folder
public import Pictures

/// What a picture says of itself, read before any decoder sees it.
public struct PictureHeader: Equatable, Sendable {
    public let format: PictureFormat
    /// As stored, before it is turned upright.
    public let size: PixelSize
    public let orientation: Orientation

    /// As shown.
    public var shownSize: PixelSize { orientation.shown(size) }

    /// A picture with more is not decoded, whatever its bytes hold.
    public static let mostPixels = 50_000_000

    public init(_ file: OpenFile) throws {
        var bytes = HeaderBytes(file)
        let head = try bytes.bytes(0, min(12, bytes.count)) ?? []
        guard !head.isEmpty else { throw BadPicture("the file is empty") }
        guard let format = PictureFormat(magic: head) else { throw BadPicture("no known picture format") }
        let facts: HeaderFacts? =
            switch format {
            case .jpeg: try HeaderFacts(jpeg: &bytes)
            case .png: try HeaderFacts(png: &bytes)
            case .gif: try HeaderFacts(gif: &bytes)
            case .webp: try HeaderFacts(webp: &bytes)
            case .tiff: try HeaderFacts(tiff: &bytes, at: 0)
            case .mp4, .mov: throw BadPicture("no known picture format")
            }
        // A GIF's canvas and its first frame both take memory: the larger counts.
        guard let facts, facts.sizes.allSatisfy(\.isSensible), let size = facts.sizes.max(by: { $0.pixels < $1.pixels })
        else { throw BadPicture("the \(format.rawValue.uppercased()) header has no sensible size") }
        self.format = format
        self.size = size
        orientation = facts.orientation
    }
}

/// What a format's own header tells.
struct HeaderFacts {
    var sizes: [PixelSize]
    var orientation = Orientation.upright
}
