public import Folder
public import Pictures

/// The contents of a picture's header, read before any decoder gets the file.
public struct PictureHeader: Equatable, Sendable {
    public let format: PictureFormat
    /// The size as stored, before the picture is turned upright.
    public let size: PixelSize
    public let orientation: Orientation

    public var shownSize: PixelSize { orientation.shown(size) }

    /// The number of pixels above which a picture is not decoded.
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

/// The values of a format's own header.
struct HeaderFacts {
    var sizes: [PixelSize]
    var orientation = Orientation.upright
}
