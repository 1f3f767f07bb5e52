internal import Folder
internal import Pictures

extension HeaderFacts {
    /// Reads segment by segment up to the frame header, which comes before the first scan.
    init?(jpeg bytes: inout HeaderBytes) throws(FolderError) {
        var orientation: Orientation?
        var offset = 2
        // The loop is bounded, because fill bytes and empty segments could go on for ever.
        for _ in 0..<1 << 14 {
            guard try bytes.byte(offset) == 0xFF, let marker = try bytes.byte(offset + 1) else { return nil }
            if marker == 0xFF {
                offset += 1
                continue
            }
            guard let length = try bytes.short(offset + 2), length >= 2 else { return nil }
            switch marker {
            // Frame headers are C0 to CF, except the tables and the reserved marker among them.
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                guard let height = try bytes.short(offset + 5), let width = try bytes.short(offset + 7) else {
                    return nil
                }
                self.init(
                    sizes: [PixelSize(width: width, height: height)], orientation: orientation ?? .upright)
                return
            case 0xE1 where try bytes.text(offset + 4, 6) == "Exif\0\0":
                // The first EXIF segment counts, as it does for browsers.
                if orientation == nil { orientation = try Self.orientation(exif: bytes, at: offset + 10) }
            case 0xD8...0xDA:
                return nil
            default:
                break
            }
            offset += 2 + length
        }
        return nil
    }
}

extension HeaderFacts {
    init?(png bytes: inout HeaderBytes) throws(FolderError) {
        guard try bytes.text(12, 4) == "IHDR", let width = try bytes.long(16), let height = try bytes.long(20) else {
            return nil
        }
        self.init(sizes: [PixelSize(width: width, height: height)])
        var offset = 8
        // Each chunk takes at least a few bytes of the file, so the loop ends. EXIF data comes before the pixels.
        while let length = try bytes.long(offset), let kind = try bytes.text(offset + 4, 4), kind != "IDAT" {
            if kind == "eXIf" {
                orientation = try Self.orientation(exif: bytes, at: offset + 8) ?? .upright
                return
            }
            offset += 12 + length
        }
    }

    /// Reads the canvas, and the first frame, which may be larger.
    init?(gif bytes: inout HeaderBytes) throws(FolderError) {
        bytes.isLittleEndian = true
        guard let width = try bytes.short(6), let height = try bytes.short(8), let flags = try bytes.byte(10) else {
            return nil
        }
        let canvas = PixelSize(width: width, height: height)
        var offset = 13 + (flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1))
        // Each block takes at least a byte of the file, so the loop ends.
        while let kind = try bytes.byte(offset) {
            switch kind {
            case 0x21:
                offset += 2
                while let length = try bytes.byte(offset), length > 0 { offset += 1 + length }
                offset += 1
            case 0x2C:
                guard let width = try bytes.short(offset + 5), let height = try bytes.short(offset + 7) else {
                    return nil
                }
                self.init(sizes: [canvas, PixelSize(width: width, height: height)])
                return
            default:
                return nil
            }
        }
        return nil
    }

    init?(webp bytes: inout HeaderBytes) throws(FolderError) {
        bytes.isLittleEndian = true
        switch try bytes.text(12, 4) {
        case "VP8X":
            guard let width = try bytes.number(24, 3), let height = try bytes.number(27, 3) else { return nil }
            self.init(sizes: [PixelSize(width: width + 1, height: height + 1)])
            var offset = 12
            while let kind = try bytes.text(offset, 4), let length = try bytes.long(offset + 4) {
                if kind == "EXIF" {
                    orientation = try Self.orientation(exif: bytes, at: offset + 8) ?? .upright
                    return
                }
                offset += 8 + length + length % 2
            }
        case "VP8L":
            guard let bits = try bytes.long(21) else { return nil }
            self.init(sizes: [PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)])
        case "VP8 ":
            guard let width = try bytes.short(26), let height = try bytes.short(28) else { return nil }
            self.init(sizes: [PixelSize(width: width & 0x3FFF, height: height & 0x3FFF)])
        default:
            return nil
        }
    }
}

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
