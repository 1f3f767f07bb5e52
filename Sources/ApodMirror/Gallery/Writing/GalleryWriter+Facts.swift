internal import Days
internal import Folder

extension GalleryWriter.Facts {
    /// As it is now.
    init(of archive: isolated Archive) {
        began = FileStatus.clock
        listing = archive.store.listing
        favorites = (archive.favorites.record ?? (try? archive.tree.favoritesRecord()) ?? FavoritesRecord()).favorites
        // While all is well nobody needs to know what NASA said.
        let isOld = listing.presentDays.last.map { $0.distance(to: archive.rules.today()) > 1 } ?? true
        lastAnswer = isOld ? archive.notes.lastAnswer : nil
    }
}
