internal import Folder
internal import Pages

/// Names of the gallery's files in the tree.
enum GalleryFile {
    /// The first page, in the root, and that of a month, in its folder.
    static let page: FilePath = "index.html"
    static let objects = FilePath(ObjectsPage.name)
    /// The script with the data of the first page, in the root, or of a year, in its folder.
    static let data: FilePath = "gallery.js"

    static func page(of month: String) -> FilePath {
        Tree.monthPath(month).appending(page)
    }
}
