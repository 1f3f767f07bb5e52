internal import JSON

/// The data of the whole mirror that the first page shows.
public struct GalleryOverview: Equatable, Sendable {
    /// The newest days, the newest first. The first of them with something to show fills the window.
    var newest: [GalleryDay]
    /// The newest day's anniversaries, the newest first.
    var onThisDay: [GalleryDay]
    /// The years, the newest first.
    public var years: [Year]
    /// NASA's answer to the last request, as a sentence; shown when the newest picture is old.
    var lastAnswer: String?

    public init(
        newest: [GalleryDay] = [], onThisDay: [GalleryDay] = [], years: [Year] = [], lastAnswer: String? = nil
    ) {
        self.newest = newest
        self.onThisDay = onThisDay
        self.years = years
        self.lastAnswer = lastAnswer
    }

    public struct Year: Equatable, Sendable {
        public var year: String
        /// The number of days with something to show.
        public var count: Int
        /// The months, the newest first.
        public var months: [Month]

        public init(year: String, count: Int, months: [Month] = []) {
            self.year = year
            self.count = count
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

/// The file that an open page rereads now and then: the number of days in each year, and a state of the year's data.
public struct NewsScript {
    private let overview: GalleryOverview
    private let states: [String: String]

    /// - Parameter states: a state for each year, which differs whenever the year's data does.
    public init(_ overview: GalleryOverview, states: [String: String]) {
        self.overview = overview
        self.states = states
    }

    /// Lets a page of a former version, which has no such function, be read anew, unless it was read just now.
    private static let renewal = "self.apodFavorites||performance.now()<6e4||location.reload();"

    public var bytes: [UInt8] {
        var json = JSONPiece()
        json.object { json in
            overview.write(to: &json) { states[$0] ?? "" }
            json.exactly("pages", GalleryAssets.fingerprint)
        }
        return Array("\(Self.renewal)apodNews(".utf8) + json.bytes + Array(")\n".utf8)
    }
}

extension GalleryOverview {
    /// Writes the data that the script of the first page has from the start and is updated with later.
    func write(to json: inout JSONPiece, state: ((String) -> String)? = nil) {
        json.list("years") { json in
            for year in years {
                json.list {
                    $0.exactly(nil, year.year)
                    $0.number(nil, year.count)
                    if let state { $0.exactly(nil, state(year.year)) }
                }
            }
        }
    }
}
