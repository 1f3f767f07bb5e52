package import Pictures

extension PictureFormat {
    /// The suffix of the visible name.
    package var suffix: String {
        switch self {
        case .jpeg: "jpg"
        case .tiff: "tif"
        default: rawValue
        }
    }

    /// The media type, as HTTP and a page's own data name it.
    package var mediaType: String {
        switch self {
        case .mp4: "video/mp4"
        case .mov: "video/quicktime"
        case .jpeg, .png, .gif, .webp, .tiff: "image/\(rawValue)"
        }
    }

    package static let mediaTypes = Set(allCases.map(\.mediaType))

    /// The format of a file by its visible name; `nil` for a page of ours.
    package init?(ofName name: String) {
        let suffix = name.split(separator: ".").last.map { String($0) }
        guard let format = Self.allCases.first(where: { $0.suffix == suffix }) else { return nil }
        self = format
    }

    /// Every suffix under which a picture of ours can stand, and so the suffixes that count when a tree is listed.
    static let suffixes = Set(allCases.map(\.suffix))

    /// Whether every browser shows the format.
    package var isForBrowsers: Bool {
        switch self {
        case .jpeg, .png, .gif, .webp: true
        case .tiff, .mp4, .mov: false
        }
    }
}
