public import Folder

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
        var bytes = try FileBytes(file)
        let head = try bytes.bytes(0, min(12, bytes.count)) ?? []
        guard !head.isEmpty else { throw BadPicture("the file is empty") }
        guard let format = PictureFormat(magic: head), !format.isVideo else {
            throw BadPicture("no known picture format")
        }
        let picture = try PictureStructure(of: format, &bytes, .header)
        // A GIF's canvas and its first frame both take memory: the larger counts.
        let sizes = [picture?.size, picture?.firstFrame].compactMap { $0 }
        guard let picture, sizes.allSatisfy(\.isSensible), let size = sizes.max(by: { $0.pixels < $1.pixels }) else {
            throw BadPicture("the \(format.rawValue.uppercased()) header has no sensible size")
        }
        self.format = format
        self.size = size
        orientation = picture.orientation
    }
}

/// The size, orientation and end that a format's reader finds in a file's bytes, without decoding them.
struct PictureStructure {
    /// The part of a file that is read.
    enum Extent {
        /// The part before the pixels; the end stays unknown.
        case header
        case whole
    }

    /// `nil` where the header does not tell.
    var size: PixelSize?
    /// The size of a GIF's first frame, which may be larger than its canvas.
    var firstFrame: PixelSize?
    var orientation = Orientation.upright
    /// The offset of the format's own end; `nil` where the file ends before it.
    var end: Int?
}

extension PictureStructure {
    init?(of format: PictureFormat, _ bytes: inout FileBytes, _ extent: Extent) throws {
        let picture =
            switch format {
            case .jpeg: try JPEG.read(&bytes, extent)
            case .png: try PNG.read(&bytes, extent)
            case .gif: try GIF.read(&bytes, extent)
            case .webp: try WebP.read(&bytes, extent)
            case .tiff: try TIFF.read(&bytes, extent)
            case .mp4, .mov: try ISOMedia.read(&bytes)
            }
        guard let picture else { return nil }
        self = picture
    }
}

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

/// The reason why these bytes can never have a thumbnail.
public struct BadPicture: Error, Equatable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}
