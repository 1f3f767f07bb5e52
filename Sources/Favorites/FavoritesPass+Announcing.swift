internal import Folder
internal import MirrorTree
internal import Store

extension FavoritesPass {
    /// Repeats events for windows that may have been reading their folders. Thunar drops a name that comes meanwhile,
    /// such as a picture that is back in its month: it reads the month for each picture that is dragged out. It keeps a
    /// name that goes, such as a tidying's hidden one; it reads an album anew when the album itself changes.
    func announce(_ favorites: Folder, _ report: inout FavoritesReport) {
        guard !memory.unannounced.isEmpty else { return }
        let wait = memory.unannounced.since + Self.readingTime - rules.elapsed()
        guard wait <= .zero else { return report.look(.nothing, after: wait) }
        let part = memory.unannounced.take(Self.atOnce)
        for day in part.returned { store.openFile(of: day)?.announce() }
        for album in part.tidied { try? favorites.album(album)?.announce() }
        if !memory.unannounced.isEmpty { report.look(.nothing, after: .zero) }
    }

    /// The time that a window may take to read its folder, also on a slow disk.
    private static let readingTime = Duration.seconds(2)
}
