package import Folder

extension Tree {
    /// A sentence for each symbolic link in a month, where the mirror makes none: a file manager's Undo, or a favorite
    /// that was dragged back beside its picture, has left it. A link in the place of a listed picture is left out,
    /// since there the picture is what is missing.
    ///
    /// - Parameter stamp: The month's stamp as of now; a month that was listed with this stamp is not listed again.
    package func linksLeft(inMonth month: String, _ listing: Listing, _ stamp: MonthStamp?) throws(FolderError)
        -> [String]
    {
        let path = Self.monthPath(month)
        var links = listing.links[month] ?? []
        if stamp == nil || stamp != listing.stamps[month] {
            guard let folder = try root.folder(path) else { return [] }
            links = try folder.entries().filter { $0.kind == .symlink }.map(\.name)
        }
        links = links.filter { name in
            Listing.day(of: name).flatMap { listing.days[$0] }?.files.contains(name.description) != true
        }
        return Set(links).inOrder.map { name in
            "\(root.path)/\(path)/\(name) is a link, where only pictures and videos belong. "
                + "Delete it, or move it to favorites/."
        }
    }
}
