/// What lies behind an address that is called a picture and is none: a few of the oldest days name films and TIFFs.
enum OtherFile: String {
    case tiff = "tif"
    case quickTime = "mov"
    case mpeg = "mpg"
    case windowsMedia = "wmv"
    case mp4

    init?(suffix: String) {
        self.init(rawValue: suffix)
    }

    var contentType: String {
        switch self {
        case .tiff: return "image/tiff"
        case .quickTime: return "video/quicktime"
        case .mpeg: return "video/mpeg"
        case .windowsMedia: return "video/x-ms-wmv"
        case .mp4: return "video/mp4"
        }
    }

    /// Two kilobytes that start as such a file does; the formats that clients know are whole.
    func written(seed: UInt64, name: String) -> [UInt8] {
        let filling = [UInt8].filling(2_000, seed: seed)
        switch self {
        case .tiff: return OtherFile.grey(Array(filling.prefix(40 * 50)), width: 40)
        case .mpeg: return [0, 0, 1, 0xBA] + filling
        case .windowsMedia: return [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11] + filling
        case .quickTime, .mp4: return MP4Writer(width: 320, height: 240).written(size: 2_000, name: name, seed: seed)
        }
    }

    /// An uncompressed TIFF in shades of grey: one strip, right behind the only directory.
    private static func grey(_ pixels: [UInt8], width: Int) -> [UInt8] {
        let height = pixels.count / width
        let tags = 9
        let start = 8 + 2 + tags * 12 + 4
        var file: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0]
        file.appendLittleEndian(UInt16(tags))
        // Width, height, bits, no compression, black is zero, strip's place, samples, rows a strip, strip's length.
        for (tag, value) in [
            (256, width), (257, height), (258, 8), (259, 1), (262, 1), (273, start), (277, 1), (278, height),
            (279, pixels.count),
        ] {
            file.appendLittleEndian(UInt16(tag))
            file.appendLittleEndian(UInt16(4))
            file.appendLittleEndian(UInt32(1))
            file.appendLittleEndian(UInt32(value))
        }
        file.appendLittleEndian(UInt32(0))
        return file + pixels
    }
}
