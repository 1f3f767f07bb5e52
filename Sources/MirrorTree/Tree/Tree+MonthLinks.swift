package import Folder

extension Tree {
    /// One sentence for each link that lies in a month. Nothing there is one: a file manager's Undo, or a favorite that was
    /// dragged back beside its picture, has left it. One in the place of a picture that is listed is not told: the picture
    /// is what is missing there.
    ///
    /// - Parameter stamp: How the month is now: where it was so when it was listed, it is not listed again.
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
