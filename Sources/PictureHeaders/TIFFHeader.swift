internal import Folder
internal import Pictures

extension HeaderFacts {
    init?(tiff bytes: inout HeaderBytes, at start: Int) throws(FolderError) {
        guard let tags = try TIFFTags(&bytes, at: start), let width = tags.width, let height = tags.height else {
            return nil
        }
        self.init(sizes: [PixelSize(width: width, height: height)], orientation: tags.orientation ?? .upright)
    }

    /// The orientation in the EXIF data of a picture in another format.
    static func orientation(exif bytes: HeaderBytes, at start: Int) throws(FolderError) -> Orientation? {
        var bytes = bytes
        return try TIFFTags(&bytes, at: start)?.orientation
    }
}

/// The tags of a TIFF's first directory; EXIF data is a TIFF as well.
struct TIFFTags {
    private(set) var width: Int?
    private(set) var height: Int?
    private(set) var orientation: Orientation?

    /// - Parameter start: the offset in the file at which the TIFF begins.
    init?(_ bytes: inout HeaderBytes, at start: Int) throws(FolderError) {
        switch try bytes.text(start, 2) {
        case "II": bytes.isLittleEndian = true
        case "MM": bytes.isLittleEndian = false
        default: return nil
        }
        guard let place = try bytes.long(start + 4), let count = try bytes.short(start + place) else { return nil }
        for index in 0..<count {
            let entry = start + place + 2 + index * 12
            guard let tag = try bytes.short(entry), let type = try bytes.short(entry + 2) else { return nil }
            let value = type == 3 ? try bytes.short(entry + 8) : type == 4 ? try bytes.long(entry + 8) : nil
            switch tag {
            case 256: width = value
            case 257: height = value
            case 274: orientation = value.flatMap { Orientation(rawValue: $0) }
            default: break
            }
        }
    }
}
