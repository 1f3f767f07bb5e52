internal import Folder
internal import Pictures

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
