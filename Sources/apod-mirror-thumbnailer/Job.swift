internal import Folder
internal import Pictures

/// A picture, and the widths and empty files of the thumbnails that are to be made of it.
struct Job {
    var picture: OpenFile
    var wanted: [(width: Int, file: OpenFile)]
    /// Whether the smallest thumbnail is to hold the picture's perceptual hash.
    private var isHashWanted = false

    /// - Parameters:
    ///   - text: widths, the largest first; behind them `look` where the smallest thumbnail is to hold the hash.
    ///   - files: the picture, then one file per width.
    init?(_ text: String, _ files: [OpenFile]) {
        var words = text.split(separator: " ")
        if words.last == "look" {
            isHashWanted = true
            words.removeLast()
        }
        let widths = words.compactMap { Int($0) }
        guard let picture = files.first, !widths.isEmpty, widths.count == words.count, files.count == 1 + widths.count,
            widths.allSatisfy({ (1...Self.widest).contains($0) }), widths == widths.sorted(by: >)
        else { return nil }
        self.picture = picture
        wanted = Array(zip(widths, files.dropFirst()))
    }

    static let widest = 16_384
    /// Thumbnails up to this width weigh at most `heaviestForPages` bytes, so that a phone bears the pages.
    private static let widestForPages = 2_048
    private static let heaviestForPages = 1_000_000
    /// How many thumbnails of one picture may be asked for.
    static let most = 8

    func answer() -> JobAnswer {
        var size = PixelSize(width: 0, height: 0)
        do {
            let header = try PictureHeader(picture)
            size = header.shownSize
            guard header.size.pixels <= PictureHeader.mostPixels else { return .large(size) }
            return try made(header)
        } catch is TooLarge {
            return .large(size)
        } catch {
            return .bad("\(error)")
        }
    }

    private func made(_ header: PictureHeader) throws -> JobAnswer {
        let fitting = wanted.map { ThumbnailRendering.size(of: header.shownSize, width: $0.width) }
        var made: Picture?
        var complaint: String?
        for (place, (size, (_, file))) in zip(fitting, wanted).enumerated() {
            // A smaller thumbnail is made of the larger one before it, which costs next to nothing.
            let picture = try made?.shrunk(to: size) ?? ThumbnailRendering.first(of: picture, header, size, &complaint)
            var bytes = try picture.encoded(atMost: size.width > Self.widestForPages ? .max : Self.heaviestForPages)
            if isHashWanted, place == wanted.count - 1, let hash = try picture.hash() {
                bytes = hash.written(into: bytes)
            }
            do { try file.write(bytes) } catch { throw BadPicture("no room for the thumbnail: \(error)") }
            made = picture
        }
        return .made(fitting, complaint: complaint)
    }
}

/// The answer to a job, which the daemon gets as one line.
enum JobAnswer: Equatable, Sendable {
    /// The sizes in the order of the widths that were asked for, and what the decoder says is wrong with the picture.
    case made([PixelSize], complaint: String?)
    /// The picture has more pixels than are decoded, or needs more memory than there is.
    case large(PixelSize)
    case bad(String)

    var line: String {
        switch self {
        case .made(let sizes, let complaint):
            (["made"] + sizes.map { "\($0.width)x\($0.height)" }).joined(separator: " ")
                + (complaint.map { " though \(Self.plain($0))" } ?? "")
        case .large(let size): "large \(size.width)x\(size.height)"
        case .bad(let reason): "bad \(Self.plain(reason))"
        }
    }

    /// Printable ASCII only: a library may quote the picture, whose bytes must not steer a user's terminal.
    private static func plain(_ words: String) -> String {
        String(decoding: words.utf8.prefix(200).map { (0x21...0x7E).contains($0) ? $0 : 0x20 }, as: UTF8.self)
    }
}

/// A small picture of a large one: upright, in sRGB, without transparency and without anything but its pixels.
enum ThumbnailRendering {
    /// A JPEG cannot be higher.
    private static let highest = 65_500

    /// The size of a thumbnail: as wide as asked for, unless the picture is narrower or the result too high.
    static func size(of picture: PixelSize, width: Int) -> PixelSize {
        var width = min(width, picture.width)
        if picture.height * width > highest * picture.width { width = max(1, highest * picture.width / picture.height) }
        let height = (picture.height * width * 2 + picture.width) / (picture.width * 2)
        return PixelSize(width: width, height: min(highest, max(1, height)))
    }

    /// Makes the first thumbnail straight from the file. Work that costs by the pixel comes after the picture has
    /// become small, and the large one is gone by then.
    ///
    /// - Parameter complaint: what the decoder says is wrong with the picture.
    static func first(
        of file: OpenFile, _ header: PictureHeader, _ size: PixelSize, _ complaint: inout String?
    ) throws -> Picture {
        let stored = header.orientation.shown(size)
        var profile: [UInt8]?
        let shrunk = try {
            let decoded = try Picture.decode(file, header, atLeast: stored)
            complaint = decoded.complaint
            let large = try decoded.onItsCanvas()
            try large.leaveOtherColours()
            profile = large.profile
            return try Shrinking(large, to: stored)
        }()
        let picture = try shrunk.picture()
        if let profile { picture.convert(from: profile) }
        return try picture.upright(header.orientation)
    }
}
