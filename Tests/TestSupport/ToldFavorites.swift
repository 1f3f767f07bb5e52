import Foundation

/// What the script with all favorites tells, read as pages do.
package struct ToldFavorites {
    /// The albums of each favorite, by its day.
    package private(set) var albums: [String: Set<String>] = [:]
    /// The days whose cards it has, in their order.
    package private(set) var newest: [String] = []

    package init(_ script: some Sequence<UInt8>) throws {
        let text = Data(script)
        guard let start = text.firstIndex(of: UInt8(ascii: "(")), let end = text.lastIndex(of: UInt8(ascii: ")")),
            let told = try JSONSerialization.jsonObject(with: text[(start + 1)..<end]) as? [String: Any],
            let steps = told["days"] as? [Int], let inAlbums = told["albums"] as? [[Any]],
            let cards = told["newest"] as? [[String: Any]]
        else { throw CocoaError(.coderReadCorrupt) }
        let days = Self.sums(steps).map {
            Date(timeIntervalSince1970: Double($0) * 86_400).formatted(.iso8601.year().month().day())
        }
        for day in days { albums[day] = [] }
        for album in inAlbums {
            guard let name = album.first as? String else { continue }
            for place in Self.sums(album.dropFirst().compactMap { $0 as? Int }) { albums[days[place]]?.insert(name) }
        }
        newest = cards.compactMap { $0["d"] as? String }
    }

    private static func sums(_ steps: [Int]) -> [Int] {
        steps.reduce(into: []) { $0.append(($0.last ?? 0) + $1) }
    }
}
