/// How a picture is encoded.
public enum PictureFormat: String, Sendable, Hashable {
    case jpeg, png, gif

    public var contentType: String { "image/" + rawValue }

    func encoded(_ raster: Raster, quality: Int) -> [UInt8] {
        switch self {
        case .jpeg: return JPEGEncoder(quality: quality).encoded(raster)
        case .png: return PNGEncoder.encoded(raster)
        case .gif: return GIFEncoder.encoded(raster)
        }
    }
}
