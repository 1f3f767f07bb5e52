package import Archive
internal import Days
internal import Favorites
internal import Folder
internal import MirrorTree
internal import Store

extension GalleryWriter.Facts {
    /// The facts of this moment.
    ///
    /// - Parameter began: when the due pages were taken.
    package init(of archive: isolated Archive, began: Int64 = FileStatus.clock) {
        self.began = began
        listing = archive.store.listing
        favorites = (archive.favorites.record ?? (try? archive.tree.favoritesRecord()) ?? FavoritesRecord()).favorites
        // NASA's last answer is shown only when the newest picture is over a day old.
        let isOld = listing.presentDays.last.map { $0.distance(to: archive.rules.today()) > 1 } ?? true
        lastAnswer = isOld ? archive.notes.lastAnswer : nil
    }
}
