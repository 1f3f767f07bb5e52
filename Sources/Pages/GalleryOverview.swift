/// The data of the whole mirror that the first page shows.
public struct GalleryOverview: Equatable, Sendable {
    /// The newest days, the newest first. The first of them with something to show fills the window.
    var newest: [GalleryDay]
    /// The most recently added favorites, the last first.
    var favorites: [GalleryDay]
    var favoriteCount: Int
    /// All albums, in their order; the folder `favorites/` itself is none.
    var albums: [Album]
    /// The newest day's anniversaries, the newest first.
    var onThisDay: [GalleryDay]
    /// The years, the newest first.
    public var years: [Year]
    /// NASA's answer to the last request, as a sentence; shown when the newest picture is old.
    var lastAnswer: String?

    public init(
        newest: [GalleryDay] = [], favorites: [GalleryDay] = [], favoriteCount: Int = 0, albums: [Album] = [],
        onThisDay: [GalleryDay] = [], years: [Year] = [], lastAnswer: String? = nil
    ) {
        self.newest = newest
        self.favorites = favorites
        self.favoriteCount = favoriteCount
        self.albums = albums
        self.onThisDay = onThisDay
        self.years = years
        self.lastAnswer = lastAnswer
    }

    public struct Album: Equatable, Sendable {
        /// Its path below `favorites/`.
        var name: String
        var count: Int

        public init(name: String, count: Int) {
            self.name = name
            self.count = count
        }
    }

    public struct Year: Equatable, Sendable {
        public var year: String
        /// The number of days with something to show.
        public var count: Int
        public var favorites: Int
        /// The months, the newest first.
        public var months: [Month]

        public init(year: String, count: Int, favorites: Int = 0, months: [Month] = []) {
            self.year = year
            self.count = count
            self.favorites = favorites
            self.months = months
        }
    }

    public struct Month: Equatable, Sendable {
        /// `2026-11`
        var name: String
        var count: Int
        /// The path below the root of a thumbnail or picture for the month's card.
        var cover: String?

        public init(name: String, count: Int, cover: String? = nil) {
            self.name = name
            self.count = count
            self.cover = cover
        }
    }
}
