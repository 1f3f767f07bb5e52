/// Reads marker by marker: the frame header tells the size, the End Of Image marker that the file is whole.
///
/// The file's last bytes prove nothing: tables and comments between scans may hold those of an end marker.
enum JPEG {
    static func read(_ bytes: inout FileBytes, _ extent: PictureStructure.Extent) throws -> PictureStructure? {
        var picture = PictureStructure()
        var orientation: Orientation?
        var hasScan = false
        var offset = 2
        while let marker = try nextMarker(&bytes, &offset) {
            switch marker {
            case 0xD9:
                if hasScan { picture.end = offset }
                return picture
            case 0x01...0xBF, 0xD0...0xD7:
                // Restarts, and bytes of a faulty scan, are passed over as decoders do: such pictures were published.
                continue
            default:
                guard let length = try bytes.short(offset), length >= 2 else { return nil }
                if isFrame(marker), let height = try bytes.short(offset + 3), let width = try bytes.short(offset + 5) {
                    picture.size = PixelSize(width: width, height: height)
                }
                if marker == 0xDA { hasScan = true }
                if extent == .header {
                    if picture.size != nil || hasScan { return picture }
                    // The first EXIF segment counts, as it does for browsers.
                    if marker == 0xE1, orientation == nil, try bytes.text(offset + 2, 6) == "Exif\0\0" {
                        orientation = try TIFF.tags(bytes, at: offset + 8)?.orientation
                        picture.orientation = orientation ?? .upright
                    }
                }
                offset += length
            }
        }
        return nil
    }

    /// Frame headers are C0 to CF but for the tables and the reserved one between them.
    private static func isFrame(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
    }

    /// The next marker's code; the offset then stands behind it. Skips scan data, stuffed zeros and fill bytes.
    private static func nextMarker(_ bytes: inout FileBytes, _ offset: inout Int) throws -> UInt8? {
        while let found = try bytes.firstIndex(of: 0xFF, from: offset) {
            guard let code = try bytes.byte(found + 1) else { return nil }
            offset = found + (code == 0xFF ? 1 : 2)
            if code != 0x00, code != 0xFF { return code }
        }
        return nil
    }
}

/// Reads chunk by chunk to IEND; the size stands in the first chunk, and EXIF data comes before the pixels.
enum PNG {
    static func read(_ bytes: inout FileBytes, _ extent: PictureStructure.Extent) throws -> PictureStructure? {
        guard try bytes.text(12, 4) == "IHDR", let size = try bytes.size(16, 4) else { return nil }
        var picture = PictureStructure(size: size)
        var offset = 8
        while let length = try bytes.long(offset), let kind = try bytes.text(offset + 4, 4) {
            if extent == .header, kind == "IDAT" { return picture }
            if extent == .header, kind == "eXIf" {
                picture.orientation = try TIFF.tags(bytes, at: offset + 8)?.orientation ?? .upright
                return picture
            }
            offset += 12 + length
            guard offset <= bytes.count else { break }
            if kind == "IEND" {
                picture.end = offset
                break
            }
        }
        return picture
    }
}

/// Reads block by block to the trailer, whose one byte occurs in pictures too: the file's last byte proves nothing.
enum GIF {
    static func read(_ bytes: inout FileBytes, _ extent: PictureStructure.Extent) throws -> PictureStructure? {
        bytes.isLittleEndian = true
        guard let canvas = try bytes.size(6, 2), let flags = try bytes.byte(10) else { return nil }
        var picture = PictureStructure(size: canvas)
        var offset = 13 + colours(flags)
        while let kind = try bytes.byte(offset) {
            switch kind {
            case 0x3B:
                picture.end = offset + 1
                return picture
            case 0x21:
                offset += 2
            case 0x2C:
                guard let frame = try bytes.size(offset + 5, 2), let flags = try bytes.byte(offset + 9) else {
                    return nil
                }
                picture.firstFrame = picture.firstFrame ?? frame
                if extent == .header { return picture }
                offset += 11 + colours(flags)
            default:
                return nil
            }
            guard try skipBlocks(&bytes, &offset) else { return nil }
        }
        return nil
    }

    private static func colours(_ flags: UInt8) -> Int {
        flags & 0x80 == 0 ? 0 : 3 << (Int(flags) & 7 + 1)
    }

    /// Moves the offset behind the empty block that ends a list of blocks.
    private static func skipBlocks(_ bytes: inout FileBytes, _ offset: inout Int) throws -> Bool {
        while let length = try bytes.byte(offset) {
            offset += 1 + Int(length)
            if length == 0 { return true }
        }
        return false
    }
}

/// A WebP file is a RIFF chunk that says its own length; the size stands in the first chunk inside.
enum WebP {
    static func read(_ bytes: inout FileBytes, _ extent: PictureStructure.Extent) throws -> PictureStructure? {
        bytes.isLittleEndian = true
        guard let length = try bytes.long(4) else { return nil }
        var picture = PictureStructure(size: try size(&bytes))
        // Chunks are of even length, and some writers leave out the last one's odd byte.
        if length + 8 <= bytes.count { picture.end = min(bytes.count, length + 8 + length % 2) }
        if extent == .header { picture.orientation = try orientation(&bytes) ?? .upright }
        return picture
    }

    private static func size(_ bytes: inout FileBytes) throws -> PixelSize? {
        switch try bytes.text(12, 4) {
        case "VP8X": try bytes.size(24, 3).map { PixelSize(width: $0.width + 1, height: $0.height + 1) }
        case "VP8L":
            try bytes.long(21).map { PixelSize(width: $0 & 0x3FFF + 1, height: $0 >> 14 & 0x3FFF + 1) }
        case "VP8 ":
            try bytes.size(26, 2).map { PixelSize(width: $0.width & 0x3FFF, height: $0.height & 0x3FFF) }
        default: nil
        }
    }

    /// The orientation in the chunk of EXIF data, which only the extended format has.
    private static func orientation(_ bytes: inout FileBytes) throws -> Orientation? {
        guard try bytes.text(12, 4) == "VP8X" else { return nil }
        var offset = 12
        while let kind = try bytes.text(offset, 4), let length = try bytes.long(offset + 4) {
            if kind == "EXIF" { return try TIFF.tags(bytes, at: offset + 8)?.orientation }
            offset += 8 + length + length % 2
        }
        return nil
    }
}
