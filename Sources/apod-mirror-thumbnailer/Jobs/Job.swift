internal import Folder
internal import PictureHeaders
internal import Pictures

/// A picture, and the widths and empty files of the thumbnails that are to be made of it.
struct Job {
    var picture: OpenFile
    var wanted: [(width: Int, file: OpenFile)]
    /// Whether the smallest thumbnail is to hold the picture's perceptual hash.
    private var isLookWanted = false

    /// - Parameters:
    ///   - text: widths, the largest first; behind them `look` where the smallest thumbnail is to hold the hash.
    ///   - files: the picture, then one file per width.
    init?(_ text: String, _ files: [OpenFile]) {
        var words = text.split(separator: " ")
        if words.last == "look" {
            isLookWanted = true
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

    func answer() -> Answer {
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

    private func made(_ header: PictureHeader) throws -> Answer {
        let fitting = wanted.map { Thumbnail.size(of: header.shownSize, width: $0.width) }
        var made: Picture?
        var complaint: String?
        for (place, (size, (_, file))) in zip(fitting, wanted).enumerated() {
            // A smaller thumbnail is made of the larger one before it, which costs next to nothing.
            let picture = try made?.shrunk(to: size) ?? Thumbnail.first(of: picture, header, size, &complaint)
            var bytes = try picture.encoded(atMost: size.width > Self.widestForPages ? .max : Self.heaviestForPages)
            if isLookWanted, place == wanted.count - 1, let look = try picture.look() {
                bytes = look.written(into: bytes)
            }
            do { try file.write(bytes) } catch { throw BadPicture("no room for the thumbnail: \(error)") }
            made = picture
        }
        return .made(fitting, complaint: complaint)
    }
}
