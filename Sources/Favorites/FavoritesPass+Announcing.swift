internal import Folder
internal import MirrorTree
internal import Store

extension FavoritesPass {
    /// Lets windows hear again of what came and went while they may have been reading their folders. Thunar takes away what
    /// came meanwhile, such as a picture that is back in its month: it reads a month for each that is dragged out. And it
    /// keeps what went, such as the hidden name that a tidying worked under; it reads an album anew that changed itself.
    func announce(_ favorites: Folder, _ report: inout FavoritesReport) {
        guard !memory.unannounced.isEmpty else { return }
        let wait = memory.unannounced.since + Self.readingTime - rules.elapsed()
        guard wait <= .zero else { return report.look(.nothing, after: wait) }
        let part = memory.unannounced.take(Self.atOnce)
        for day in part.returned { store.openFile(of: day)?.announce() }
        for album in part.tidied { try? favorites.album(album)?.announce() }
        if !memory.unannounced.isEmpty { report.look(.nothing, after: .zero) }
    }

    /// What a window may take to read its folder, on a disk that is slow, too.
    private static let readingTime = Duration.seconds(2)
}
