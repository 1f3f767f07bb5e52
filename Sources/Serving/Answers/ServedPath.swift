internal import Days
internal import Folder
internal import MirrorTree
internal import Pages
internal import Pictures

/// The meaning of a URL's path in the mirror. Pure: only names that the mirror itself makes have one, so neither a
/// favorite nor another file of a user's is served, and of dot-folders only thumbnails.
enum ServedPath: Hashable, Sendable {
    case page(GalleryPage)
    /// Today's picture or its metadata.
    case today(FilePath)
    case day(Day, Part)
    /// The checksums of a month.
    case sums(FilePath)
    /// The sum of what the mirror holds of a period, and those of the period's parts.
    case held(Period)
    /// A folder's address without its slash.
    case folder

    enum Part: Hashable, Sendable {
        /// The picture, the video, or the page that stands for one.
        case picture(FilePath)
        case thumbnail(ThumbnailSize)
        /// The picture inside the page of a video that lives elsewhere.
        case poster
        case metadata
        /// The day's record as NASA served it.
        case record
    }

    static let posters: FilePath = "poster"
    private static let sumsFolder = FilePath(HeldSums.address)

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
        case 2 where names[0] == Self.sumsFolder:
            guard let text = name.text, let period = Period(text), period != .all, Day(text) == nil else { return nil }
            self = .held(period)
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
        case 5
        where names[2] == "metadata" && names[3] == Tree.published && Listing.isYear(names[0])
            && Listing.isMonth(names[1], of: names[0]):
            if name == "SHA256SUMS" {
                self = .sums(Tree.publishedPath(names[1].description).appending(name))
            } else if let day = PictureName.day(of: name), name == Tree.recordName(day),
                day.month == names[1].description
            {
                self = .day(day, .record)
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

    /// Whether it is a page of the gallery or a script of one.
    var isPage: Bool { if case .page = self { true } else { false } }

    /// The file below the root that is sent as it lies there; `nil` where there is none.
    var file: FilePath? {
        switch self {
        case .page(let page): page.path
        case .today(let file), .sums(let file), .day(_, .picture(let file)): file
        case .day(let day, .thumbnail(let size)): size.path(day)
        case .day(let day, .metadata): Tree.metadataPath(day)
        case .day(let day, .record): Tree.recordPath(day)
        case .day(_, .poster), .held, .folder: nil
        }
    }

    private init?(atTheTop name: FilePath) {
        switch name {
        case "", GalleryFile.page: self = .page(.first)
        case GalleryFile.data: self = .page(.news)
        case GalleryFile.favorites: self = .page(.favorites)
        case "Today.jpg", "Today.json": self = .today(name)
        case Self.sumsFolder: self = .held(.all)
        default:
            guard let list = ListPage.allCases.first(where: { name == $0.file }) else { return nil }
            self = .page(.list(list))
        }
    }
}

// MARK: - Headers

extension ServedPath {
    /// The Content-Security-Policy of the page at this path; `nil` where there is no page. The server sends it as a
    /// header, since a user who may write into the tree may have put a page without it there.
    var policy: String? {
        switch self {
        case .page(let page): page.policy.map(Self.unframed)
        case .day(_, .picture(let file)) where file.name.description.hasSuffix("." + VideoPage.suffix):
            Self.unframed(VideoPage.policy)
        case .day, .today, .sums, .held, .folder: nil
        }
    }

    /// A policy of the program's own pages, which also forbids other pages to frame this one: a click on such a page
    /// could press what it covers. Only a header can say so.
    static func unframed(_ policy: String) -> String { "\(policy); frame-ancestors 'none'" }

    /// The Cache-Control header: for how long a client need not ask again.
    var cacheControl: String {
        switch self {
        case .day(_, .picture), .day(_, .thumbnail), .day(_, .poster): "max-age=600"
        case .day(_, .metadata), .day(_, .record), .page, .today, .sums, .held, .folder: "no-cache"
        }
    }

    /// Pages of any origin may use pictures and videos.
    var readers: Readers {
        let isPicture =
            switch self {
            case .day(_, .picture(let file)), .today(let file): PictureFormat(ofName: file.name.description) != nil
            case .day(_, .thumbnail), .day(_, .poster): true
            case .day(_, .metadata), .day(_, .record), .page, .sums, .held, .folder: false
            }
        return isPicture ? .everyOrigin : .sameOrigin
    }

    /// The media type of a file, by its name.
    static func mediaType(of file: FilePath) -> String {
        let name = file.name.description
        if let format = PictureFormat(ofName: name) { return format.mediaType }
        return switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "json": "application/json"
        default: "text/plain; charset=utf-8"
        }
    }
}

// MARK: - Pages of the gallery

/// A page of the gallery, or a script that holds its data.
enum GalleryPage: Hashable, Sendable {
    case first
    case news
    case favorites
    case list(ListPage)
    case year(String)
    case month(String)

    /// The path below the root.
    var path: FilePath {
        switch self {
        case .first: GalleryFile.page
        case .news: GalleryFile.data
        case .favorites: GalleryFile.favorites
        case .list(let list): list.file
        case .year(let year): FilePath(year).appending(GalleryFile.data)
        case .month(let month): GalleryFile.page(of: month)
        }
    }

    /// The page's Content-Security-Policy; `nil` for a script.
    var policy: String? {
        switch self {
        case .first: RootPage.policy
        case .list(let list): list.policy
        case .month: MonthPage.policy
        case .news, .favorites, .year: nil
        }
    }
}

// MARK: - Feeds

/// A form of the feed, with the path that it is served at.
enum FeedForm: String, Sendable {
    case atom = "/feed.atom"
    case json = "/feed.json"
}
