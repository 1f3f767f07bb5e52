internal import Folder

extension Archive {
    /// What pages are made from, as it is now.
    func galleryFacts() -> GalleryWriter.Facts {
        let began = FileStatus.clock
        let favorites = favoritesMemory.lastWritten ?? (try? tree.favoritesRecord()) ?? FavoritesRecord()
        // While all is well nobody needs to know what NASA said.
        let isOld = listing.presentDays.last.map { $0.distance(to: rules.today()) > 1 } ?? true
        return GalleryWriter.Facts(
            began: began, listing: listing, favorites: favorites.favorites, lastAnswer: isOld ? lastAnswer : nil)
    }

    /// Has everybody know that a look came to its end.
    func tell(answer: String) {
        lastAnswer = answer
        events.send(.looked)
    }
}
