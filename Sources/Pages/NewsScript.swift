internal import JSON

/// The file that an open page rereads now and then: the number of days, and a state of each year's data.
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
        json.object { json in overview.write(to: &json) { states[$0] ?? "" } }
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
