package import Archive
internal import Days
internal import Favorites
internal import Folder
internal import MirrorTree
internal import Store

extension GalleryWriter.Facts {
    /// As it is now.
    ///
    /// - Parameter began: when it was taken down what is due.
    package init(of archive: isolated Archive, began: Int64 = FileStatus.clock) {
        self.began = began
        listing = archive.store.listing
        favorites = (archive.favorites.record ?? (try? archive.tree.favoritesRecord()) ?? FavoritesRecord()).favorites
        // While all is well nobody needs to know what NASA said.
        let isOld = listing.presentDays.last.map { $0.distance(to: archive.rules.today()) > 1 } ?? true
        lastAnswer = isOld ? archive.notes.lastAnswer : nil
    }
}
