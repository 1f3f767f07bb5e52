/// What the first page shows of the whole mirror.
struct GalleryOverview: Equatable, Sendable {
    /// The newest days, the newest first; the one that fills the window is the first of them with something to show.
    var newest: [GalleryDay] = []
    /// The favorites added last, the last first.
    var favorites: [GalleryDay] = []
    var favoriteCount = 0
    /// All albums, in their order; `favorites/` itself is none.
    var albums: [Album] = []
    /// The newest day's anniversaries, the newest first.
    var onThisDay: [GalleryDay] = []
    /// The newest first.
    var years: [Year] = []
    /// What NASA answered to the last look, a whole sentence; shown when the newest picture is old.
    var lastAnswer: String?

    struct Album: Equatable, Sendable {
        /// Its path below `favorites/`.
        var name: String
        var count: Int
    }

    struct Year: Equatable, Sendable {
        var year: String
        /// How many days have something to show.
        var count: Int
        var favorites = 0
        /// The newest first.
        var months: [Month] = []
    }

    struct Month: Equatable, Sendable {
        /// `2026-11`
        var name: String
        var count: Int
        /// A thumbnail or picture to stand for it, as a path below the root.
        var cover: String?
    }
}
