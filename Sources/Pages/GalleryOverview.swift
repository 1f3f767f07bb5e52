internal import Days
internal import JSON

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

/// The file that an open page rereads now and then: the number of days, a state of each year's data, and the favorites that
/// the first page shows.
public struct NewsScript {
    private let overview: GalleryOverview
    private let states: [String: String]

    /// - Parameter states: a state for each year, which differs whenever the year's data does.
    public init(_ overview: GalleryOverview, states: [String: String]) {
        self.overview = overview
        self.states = states
    }

    public var bytes: [UInt8] {
        var json = JSONPiece()
        json.object { json in
            overview.write(to: &json) { states[$0] ?? "" }
            json.list("counts") { json in
                for album in overview.albums { json.number(nil, album.count) }
            }
            json.list("strip") { json in
                for favorite in overview.favorites { json.exactly(nil, favorite.day.description) }
            }
        }
        return Array("apodNews(".utf8) + json.bytes + Array(")\n".utf8)
    }
}

extension GalleryOverview {
    /// Writes the data that the script of the first page has from the start and is updated with later.
    func write(to json: inout JSONPiece, state: ((String) -> String)? = nil) {
        json.number("favorites", favoriteCount)
        json.list("albums") { json in
            for album in albums { json.exactly(nil, album.name) }
        }
        json.list("years") { json in
            for year in years {
                json.list {
                    $0.exactly(nil, year.year)
                    $0.number(nil, year.count)
                    $0.number(nil, year.favorites)
                    if let state { $0.exactly(nil, state(year.year)) }
                }
            }
        }
    }
}
