public import Days
internal import JSON

/// The favorites, as data for the scripts of all pages: the one file of the gallery that a drop changes, and that a server
/// keeps to itself.
///
/// `days` holds the numbers of all days, each as the difference to the one before; `albums` the name of each album with the
/// places of its days in that list, as differences, too; `newest` the cards of the days that were added last.
public struct FavoritesScript {
    private let albums: [Day: [String]]
    private let newest: [GalleryDay]

    /// The script that tells of no favorite.
    public static let empty = FavoritesScript([:], newest: []).bytes

    /// - Parameters:
    ///   - albums: The albums of each favorite; the folder `favorites/` itself is none.
    ///   - newest: The days that were added last, the last first.
    public init(_ albums: [Day: [String]], newest: [GalleryDay]) {
        (self.albums, self.newest) = (albums, newest)
    }

    public var bytes: [UInt8] {
        let days = albums.keys.sorted()
        var inAlbums: [String: [Int]] = [:]
        for (place, day) in days.enumerated() {
            for album in albums[day] ?? [] { inAlbums[album, default: []].append(place) }
        }
        var json = JSONPiece()
        json.object { json in
            json.list("days") { $0.differences(days.map(\.number)) }
            json.list("albums") { json in
                for (album, places) in inAlbums.sorted(by: { $0.key < $1.key }) {
                    json.list {
                        $0.exactly(nil, album)
                        $0.differences(places)
                    }
                }
            }
            json.list("newest") { json in
                for day in newest { json.object { $0.card(day) } }
            }
        }
        return Array("apodFavorites(".utf8) + json.bytes + Array(")\n".utf8)
    }
}

extension JSONPiece {
    /// Writes each number as its difference to the one before.
    fileprivate mutating func differences(_ numbers: [Int]) {
        var last = 0
        for number in numbers {
            self.number(nil, number - last)
            last = number
        }
    }
}
