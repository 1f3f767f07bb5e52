package import Days
package import Folder
package import JSON

/// The contents of `favorites.json`: the owner's favorites, in a file that the owner may back up.
package struct FavoritesRecord: Equatable, JSONReadable, Sendable {
    /// The marker's state before this record was written; `nil` in a union, which is no settled state.
    package var marker: MarkerState?
    package var favorites: DayMap<Favorite> = [:]
    /// Removed favorites by day; never a day that is a favorite.
    package var removed: DayMap<Favorite> = [:]

    package init(marker: MarkerState? = nil, favorites: DayMap<Favorite> = [:], removed: DayMap<Favorite> = [:]) {
        (self.marker, self.favorites, self.removed) = (marker, favorites, removed)
    }

    package static let file: FilePath = "favorites.json"
    static let newestVersion = 1

    private enum Key: String {
        case marker, favorites, removed
    }

    package init(reading reader: inout JSONReader) throws(NotJSON) {
        let members = try JSONMembers(Key.self, of: &reader)
        marker = try members.readIfAny(.marker)
        for var favorite in try members.read(.favorites, [Favorite].self) {
            favorite.removed = nil
            favorites[favorite.date] = favorite
        }
        for entry in try members.readIfAny(.removed, [Favorite].self) ?? [] where favorites[entry.date] == nil {
            if entry.removed == nil { throw NotJSON(at: reader.next) }
            removed[entry.date] = entry
        }
    }

    /// Whether both records say the same of every day.
    package func says(_ other: FavoritesRecord) -> Bool {
        favorites == other.favorites && removed == other.removed
    }

    /// Adds a link that means the day. A day that comes back, by whatever way, keeps its `added`.
    package mutating func add(_ link: FilePath, to day: Day, title: String?, added: Timestamp) {
        var favorite =
            favorites[day] ?? Favorite(date: day, title: title, added: removed[day]?.added ?? added, links: [])
        removed[day] = nil
        favorite.title = title ?? favorite.title
        favorite.links.insert(link)
        favorites[day] = favorite
    }

    /// Removes links that are gone; the favorite goes with its last one.
    package mutating func forget(_ gone: Set<FilePath>, of day: Day, now: Timestamp) {
        guard var favorite = favorites[day] else { return }
        if favorite.links.isSubset(of: gone) {
            favorites[day] = nil
            favorite.removed = now
            removed[day] = favorite
        } else {
            favorite.links.subtract(gone)
            favorites[day] = favorite
        }
    }

    /// Takes in all that another generation knows; nothing of this record goes.
    package mutating func merge(_ other: FavoritesRecord) {
        for (day, favorite) in other.favorites {
            var mine = favorites[day] ?? favorite
            mine.links.formUnion(favorite.links)
            // A user who edits the file may not mean to make a favorite younger.
            mine.added = removed[day]?.added ?? min(mine.added, favorite.added)
            favorites[day] = mine
            removed[day] = nil
        }
        for (day, entry) in other.removed where favorites[day] == nil && removed[day] == nil {
            removed[day] = entry
        }
    }
}
