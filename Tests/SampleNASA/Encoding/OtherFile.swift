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

    /// Two kilobytes that start as such a file does.
    func written(seed: UInt64, name: String) -> [UInt8] {
        let filling = [UInt8].filling(2_000, seed: seed)
        switch self {
        case .tiff: return [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0] + filling
        case .mpeg: return [0, 0, 1, 0xBA] + filling
        case .windowsMedia: return [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11] + filling
        case .quickTime, .mp4: return MP4Writer(width: 320, height: 240).written(size: 2_000, name: name, seed: seed)
        }
    }
}
