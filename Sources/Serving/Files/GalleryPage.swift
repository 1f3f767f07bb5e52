internal import Folder
internal import MirrorTree
internal import Pages

/// A page of the gallery, or a script that holds its data.
enum GalleryPage: Hashable, Sendable {
    case first
    case news
    case objects
    case year(String)
    case month(String)

    /// The path below the root.
    var path: FilePath {
        switch self {
        case .first: GalleryFile.page
        case .news: GalleryFile.data
        case .objects: GalleryFile.objects
        case .year(let year): FilePath(year).appending(GalleryFile.data)
        case .month(let month): GalleryFile.page(of: month)
        }
    }

    /// The page's Content-Security-Policy; `nil` for a script.
    var policy: String? {
        switch self {
        case .first: RootPage.policy
        case .objects: ObjectsPage.policy
        case .month: MonthPage.policy
        case .news, .year: nil
        }
    }
}
