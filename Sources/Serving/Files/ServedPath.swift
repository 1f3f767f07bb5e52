internal import Days
internal import Folder
internal import MirrorTree
internal import Pages

/// The meaning of a URL's path in the mirror. Pure: only names that the mirror itself makes have one, so neither a
/// favorite nor another file of a user's is served, and of dot-folders only thumbnails.
enum ServedPath: Hashable, Sendable {
    case page(GalleryPage)
    /// Today's picture or its metadata.
    case today(FilePath)
    case day(Day, Part)
    /// The checksums of a month.
    case sums(FilePath)
    /// A folder's address without its slash.
    case folder

    enum Part: Hashable, Sendable {
        /// The picture, the video, or the page that stands for one.
        case picture(FilePath)
        case thumbnail(ThumbnailSize)
        /// The picture inside the page of a video that lives elsewhere.
        case poster
        case metadata
    }

    static let posters: FilePath = "poster"

    init?(_ path: [UInt8]) {
        guard path.first == UInt8(ascii: "/"), !path.contains(0) else { return nil }
        let names = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { FilePath(bytes: Array($0)) }
        guard let name = names.last else { return nil }
        switch names.count {
        case 1: self.init(atTheTop: name)
        case 2 where names[0] == Self.posters:
            guard let text = name.text, let day = Day(text) else { return nil }
            self = .day(day, .poster)
        case 2 where Listing.isYear(names[0]):
            if name == GalleryFile.data {
                self = .page(.year(names[0].description))
            } else if Listing.isMonth(name, of: names[0]) {
                self = .folder
            } else {
                return nil
            }
        case 3 where Listing.isYear(names[0]) && Listing.isMonth(names[1], of: names[0]):
            if name.bytes.isEmpty || name == GalleryFile.page {
                self = .page(.month(names[1].description))
            } else if let day = Listing.day(of: name), day.month == names[1].description {
                self = .day(day, .picture(Tree.monthPath(day).appending(name)))
            } else {
                return nil
            }
        case 4
        where names[2] == "metadata" && Listing.isYear(names[0]) && Listing.isMonth(names[1], of: names[0]):
            if name == "SHA256SUMS" {
                self = .sums(names[0].appending(names[1]).appending(names[2]).appending(name))
            } else if let text = name.text, text.hasSuffix(".json"), let day = Day(text.dropLast(5)),
                day.month == names[1].description
            {
                self = .day(day, .metadata)
            } else {
                return nil
            }
        case 4 where names[0] == Tree.own && names[1] == "thumbnails":
            guard let text = name.text, let day = Day(text.prefix(10)), day.year == names[2].description,
                let size = ThumbnailSize.allCases.first(where: { text.dropFirst(10) == $0.suffix })
            else { return nil }
            self = .day(day, .thumbnail(size))
        default: return nil
        }
    }

    /// The file below the root that is sent as it lies there; `nil` where there is none.
    var file: FilePath? {
        switch self {
        case .page(let page): page.path
        case .today(let file), .sums(let file), .day(_, .picture(let file)): file
        case .day(let day, .thumbnail(let size)): size.path(day)
        case .day(let day, .metadata): Tree.metadataPath(day)
        case .day(_, .poster), .folder: nil
        }
    }

    private init?(atTheTop name: FilePath) {
        switch name {
        case "", GalleryFile.page: self = .page(.first)
        case GalleryFile.data: self = .page(.news)
        case GalleryFile.objects: self = .page(.objects)
        case "Today.jpg", "Today.json": self = .today(name)
        default: return nil
        }
    }
}
