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
