package import Days
internal import Folder
package import MirrorTree
internal import Pages

extension GalleryReader {
    /// The bytes of the script with all favorites. Only the days that were added last are read.
    package func script(of favorites: DayMap<Favorite>) -> [UInt8] {
        var albums: [Day: [String]] = [:]
        for (day, favorite) in favorites {
            albums[day] = favorite.isInAlbums ? favorite.albums.filter { !$0.isEmpty } : []
        }
        return FavoritesScript(albums, newest: days(Self.lastAdded(of: favorites))).bytes
    }

    private static func lastAdded(of favorites: DayMap<Favorite>) -> [Day] {
        // A short sorted list saves sorting ten thousand favorites with each drop.
        var last: [(added: Timestamp, date: Day)] = []
        for favorite in favorites.values {
            let this = (added: favorite.added, date: favorite.date)
            if last.count == shownFavorites, let oldest = last.last, this < oldest { continue }
            last.insert(this, at: last.firstIndex { $0 < this } ?? last.endIndex)
            if last.count > shownFavorites { last.removeLast() }
        }
        return last.map(\.date)
    }

    private static let shownFavorites = 24
}

extension Favorite {
    /// Whether any link lies in an album: most favorites have just one link, at the top.
    fileprivate var isInAlbums: Bool { links.contains { $0.bytes.contains(UInt8(ascii: "/")) } }

    /// The albums that its links lie in, as text; the empty one is `favorites/` itself.
    package var albums: [String] {
        Set(links.map(\.album.description)).sorted()
    }
}
