package import Folder
package import Pictures

/// A picture's format and size, by its header, once the file is known to be whole.
package struct PictureFacts: Equatable, Sendable {
    package var format: PictureFormat
    /// `nil` where the header does not tell.
    package var size: PixelSize?
    /// How many bytes follow the format's own end.
    ///
    /// By themselves they are no defect: cameras and phones put second pictures, films and notes of theirs behind the
    /// first picture, some fill up with zeros, and old GIFs end in whatever lay on the disk. All of that was published.
    /// Only a download that was put together from two answers must have none: they may be left over from another file,
    /// and the bytes do not tell. Such a picture is fetched in one piece then, and believed.
    package var trailing: Int64 = 0
}

/// Why bytes are no picture to be stored.
package enum PictureDefect: Error, Equatable, Sendable {
    case empty
    /// An HTML page where a picture is due.
    case webPage
    /// Words, such as a gateway's JSON.
    case text
    case unknownFormat
    /// The format's own end is missing.
    case incomplete(PictureFormat)
    /// Bytes behind the format's own end, as in a file that was put together from two answers.
    case trailing(PictureFormat, Int64)
}

extension PictureDefect: CustomStringConvertible {
    package var description: String {
        switch self {
        case .empty: "the file is empty"
        case .webPage: "an HTML page came instead of a picture"
        case .text: "words came instead of a picture"
        case .unknownFormat: "the bytes are of no known picture or video format"
        case .incomplete(let format): "the \(format.rawValue.uppercased()) ends before its own end"
        case .trailing(let format, let bytes):
            "\(bytes) bytes stand behind the end of the \(format.rawValue.uppercased())"
        }
    }
}

extension PictureFacts {
    /// Recognises a file and proves it whole, without decoding it.
    package init(inspecting file: OpenFile) throws {
        try self.init(inspecting: FileBytes(file))
    }

    package init(inspecting bytes: FileBytes) throws {
        var bytes = bytes
        let head = try bytes.bytes(0, Int(min(bytes.count, 512))) ?? []
        guard !head.isEmpty else { throw PictureDefect.empty }
        guard let format = PictureFormat(magic: head) else {
            if Self.looksLikeMarkup(head) { throw PictureDefect.webPage }
            throw Self.looksLikeText(head) ? PictureDefect.text : PictureDefect.unknownFormat
        }
        let end =
            switch format {
            case .jpeg: try JPEG.inspect(&bytes)
            case .png: try PNG.inspect(&bytes)
            case .gif: try GIF.inspect(&bytes)
            case .webp: try WebP.inspect(&bytes)
            case .tiff: try TIFF.inspect(&bytes)
            case .mp4, .mov: try ISOMedia.inspect(&bytes)
            }
        guard let end else { throw PictureDefect.incomplete(format) }
        self.init(format: format, size: end.size, trailing: max(0, bytes.count - end.end))
    }

    private static func looksLikeText(_ head: [UInt8]) -> Bool {
        head.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) }
    }

    private static func looksLikeMarkup(_ head: [UInt8]) -> Bool {
        let text = String(decoding: head, as: UTF8.self).lowercased()
        return text.contains("<html") || text.contains("<!doctype") || text.contains("<head")
    }
}

/// The size and end that a format's reader found by walking to the format's own end.
struct Whole: Equatable {
    /// `nil` where the header holds no size, or one that cannot be.
    var size: PixelSize?
    /// The offset of the format's own end.
    let end: Int64

    init(width: Int?, height: Int?, end: Int64) {
        self.end = end
        guard let width, let height else { return }
        let told = PixelSize(width: width, height: height)
        if told.isSensible { size = told }
    }
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
        let suffix = name.split(separator: ".").last.map { String($0) }
        guard let format = Self.allCases.first(where: { $0.suffix == suffix }) else { return nil }
        self = format
    }

    /// Every suffix under which a picture of ours can stand, and so the suffixes that count when a tree is listed.
    static let suffixes = Set(allCases.map(\.suffix))

    /// Whether every browser shows the format.
    package var isForBrowsers: Bool {
        switch self {
        case .jpeg, .png, .gif, .webp: true
        case .tiff, .mp4, .mov: false
        }
    }
}
