internal import Folder
internal import MirrorTree
internal import Pictures

extension ServedPath {
    /// The Content-Security-Policy that the program's own page at this path has; `nil` where there is no page. The server
    /// sends it as a header, since a user who may write into the tree may have put a page without it there.
    var policy: String? {
        switch self {
        case .page(let page): page.policy
        case .day(_, .picture(let file)) where file.name.description.hasSuffix("." + VideoPage.suffix): VideoPage.policy
        case .day, .today, .sums, .folder: nil
        }
    }

    /// The Cache-Control header: for how long a client need not ask again.
    var cacheControl: String {
        switch self {
        case .day(_, .picture), .day(_, .thumbnail), .day(_, .poster): "max-age=600"
        case .day(_, .metadata), .page, .today, .sums, .folder: "no-cache"
        }
    }

    /// Pages of any origin may use pictures and videos.
    var readers: Readers {
        let isPicture =
            switch self {
            case .day(_, .picture(let file)), .today(let file): PictureFormat(ofName: file.name.description) != nil
            case .day(_, .thumbnail), .day(_, .poster): true
            case .day(_, .metadata), .page, .sums, .folder: false
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
