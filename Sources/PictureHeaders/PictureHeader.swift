public import Folder
internal import Glibc
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

/// Reads numbers at any offset of a picture's file, through a small window.
///
/// Reads beyond the end return `nil`, because offsets in a header may point there.
struct HeaderBytes {
    let count: Int
    /// Whether a number's last byte comes first.
    var isLittleEndian = false
    private let file: OpenFile
    private var window: [UInt8] = []
    private var windowStart = 0

    init(_ file: OpenFile) {
        self.file = file
        // The length comes from lseek, because the sandbox refuses statx.
        count = Int(lseek(file.descriptor, 0, SEEK_END))
    }

    mutating func bytes(_ offset: Int, _ length: Int) throws(FolderError) -> ArraySlice<UInt8>? {
        guard offset >= 0, length <= 1 << 12, offset <= count - length else { return nil }
        if offset < windowStart || offset + length > windowStart + window.count {
            window = try file.read(1 << 14, at: Int64(offset))
            windowStart = offset
            guard window.count >= length else { return nil }
        }
        let start = offset - windowStart
        return window[start..<(start + length)]
    }

    mutating func byte(_ offset: Int) throws(FolderError) -> Int? {
        try bytes(offset, 1)?.first.map { Int($0) }
    }

    mutating func short(_ offset: Int) throws(FolderError) -> Int? {
        try number(offset, 2)
    }

    mutating func long(_ offset: Int) throws(FolderError) -> Int? {
        try number(offset, 4)
    }

    mutating func text(_ offset: Int, _ length: Int) throws(FolderError) -> String? {
        try bytes(offset, length).map { String(decoding: $0, as: UTF8.self) }
    }

    mutating func number(_ offset: Int, _ length: Int) throws(FolderError) -> Int? {
        guard let bytes = try bytes(offset, length) else { return nil }
        return isLittleEndian ? bytes.reversed().reduce(0) { $0 << 8 | Int($1) } : bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
