internal import Folder

extension Tree {
    /// One sentence for each link that lies in a month. Nothing there is one: a file manager's Undo, or a favorite that was
    /// dragged back beside its picture, has left it. One in the place of a picture that is listed is not told: the picture
    /// is what is missing there.
    func linksLeft(inMonth month: String, _ listing: Listing) throws(FolderError) -> [String] {
        guard let folder = try root.folder(Self.monthPath(month)) else { return [] }
        let links = try folder.entries().filter { $0.kind == .symlink }.map(\.name).filter { name in
            Listing.day(of: name).flatMap { listing.days[$0] }?.files.contains(name.description) != true
        }
        return Set(links).inOrder.map { name in
            "\(folder.path)/\(name) is a link, where only pictures and videos belong. Delete it, or move it to favorites/."
        }
    }
}
