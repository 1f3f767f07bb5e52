internal import Folder

extension FavoritesPass {
    /// Lets windows hear again of pictures that came back to their months. A window that was just reading its folder takes
    /// away what came meanwhile: Thunar reads a month for each picture that is dragged out of it.
    func announceReturned(_ report: inout FavoritesReport) {
        guard !memory.returned.days.isEmpty else { return }
        let wait = memory.returned.at + Self.readingTime - rules.elapsed()
        guard wait <= .zero else { return report.look(.nothing, after: wait) }
        for day in memory.takeReturned(Self.atOnce) { store.openFile(of: day)?.announce() }
        if !memory.returned.days.isEmpty { report.look(.nothing, after: .zero) }
    }

    /// What a window may take to read its folder, on a disk that is slow, too.
    private static let readingTime = Duration.seconds(2)
}
