/// A file's format by its first bytes. Its name, its address and the server's content type do not count.
///
/// Two programs use it: the one that stores pictures and the one that decodes them.
public enum PictureFormat: String, CaseIterable, Sendable {
    case jpeg, png, gif, webp, tiff, mp4, mov

    public var isVideo: Bool {
        self == .mp4 || self == .mov
    }

    public init?(magic bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes.prefix(16))
        func starts(_ magic: [UInt8], at offset: Int = 0) -> Bool {
            bytes.dropFirst(offset).starts(with: magic)
        }
        func starts(_ text: String, at offset: Int = 0) -> Bool {
            starts(Array(text.utf8), at: offset)
        }
        if starts([0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if starts([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if starts("GIF87a") || starts("GIF89a") {
            self = .gif
        } else if starts("RIFF"), starts("WEBP", at: 8) {
            self = .webp
        } else if starts([0x49, 0x49, 0x2A, 0x00]) || starts([0x4D, 0x4D, 0x00, 0x2A]) {
            self = .tiff
        } else if starts("ftypqt  ", at: 4) {
            self = .mov
        } else if starts("ftyp", at: 4) {
            self = .mp4
        } else if ["moov", "mdat", "wide", "free", "skip", "pnot"].contains(where: { starts($0, at: 4) }) {
            // QuickTime files of the nineties have no type box.
            self = .mov
        } else {
            return nil
        }
    }
}

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

// MARK: - The formats' names

extension PictureFormat {
    /// The suffix of the visible name.
    package var suffix: String {
        switch self {
        case .jpeg: "jpg"
        case .tiff: "tif"
        default: rawValue
        }
    }

    /// The media type, as HTTP and a page's own data name it.
    package var mediaType: String {
        switch self {
        case .mp4: "video/mp4"
        case .mov: "video/quicktime"
        case .jpeg, .png, .gif, .webp, .tiff: "image/\(rawValue)"
        }
    }

    package static let mediaTypes = Set(allCases.map(\.mediaType))

    /// The format of a file by its visible name; `nil` for a page of ours.
    package init?(ofName name: String) {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let suffix = name.utf8[dot...].dropFirst()
        guard let format = Self.allCases.first(where: { suffix.elementsEqual($0.suffix.utf8) }) else { return nil }
        self = format
    }

    /// Whether every browser shows the format.
    package var isForBrowsers: Bool {
        switch self {
        case .jpeg, .png, .gif, .webp: true
        case .tiff, .mp4, .mov: false
        }
    }
}
