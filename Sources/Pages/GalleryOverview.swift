/// What the first page shows of the whole mirror.
public struct GalleryOverview: Equatable, Sendable {
    /// The newest days, the newest first; the one that fills the window is the first of them with something to show.
    var newest: [GalleryDay]
    /// The favorites added last, the last first.
    var favorites: [GalleryDay]
    var favoriteCount: Int
    /// All albums, in their order; `favorites/` itself is none.
    var albums: [Album]
    /// The newest day's anniversaries, the newest first.
    var onThisDay: [GalleryDay]
    /// The newest first.
    public var years: [Year]
    /// What NASA answered to the last look, a whole sentence; shown when the newest picture is old.
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
        /// How many days have something to show.
        public var count: Int
        public var favorites: Int
        /// The newest first.
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
        /// A thumbnail or picture to stand for it, as a path below the root.
        var cover: String?

        public init(name: String, count: Int, cover: String? = nil) {
            self.name = name
            self.count = count
            self.cover = cover
        }
    }
}
