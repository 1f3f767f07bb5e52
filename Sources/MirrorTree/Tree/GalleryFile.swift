package import Folder
internal import Pages

/// Names of the gallery's files in the tree.
package enum GalleryFile {
    /// The first page, in the root, and that of a month, in its folder.
    package static let page: FilePath = "index.html"
    package static let objects = FilePath(ObjectsPage.name)
    /// The script with the data of the first page, in the root, or of a year, in its folder.
    package static let data: FilePath = "gallery.js"

    package static func page(of month: String) -> FilePath {
        Tree.monthPath(month).appending(page)
    }
}
