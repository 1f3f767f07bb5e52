package import Days
internal import Folder
internal import JSON

/// The text of `favorites.json`, put together from the cached text of each day: encoding three thousand favorites for a
/// change to one would take longer than the flush. Its form is that of every JSON file of the mirror (``JSONFile``).
package struct FavoritesText {
    private var favorites: [Day: [UInt8]] = [:]
    private var removed: [Day: [UInt8]] = [:]
    /// The record that the cached texts say.
    private var record: FavoritesRecord?

    package init() {}

    /// - Parameters:
    ///   - changed: The days of which the record says something else than the one before; `nil` where unknown.
    ///   - former: The one before.
    package mutating func json(
        of record: FavoritesRecord, changed: Set<Day>?, since former: FavoritesRecord?
    ) throws -> [UInt8] {
        let isKnown = changed != nil && self.record.map { last in former.map(last.says) == true } == true
        if !isKnown { self = FavoritesText() }
        self.record = nil
        for day in isKnown ? changed ?? [] : Set(record.favorites.keys).union(record.removed.keys) {
            favorites[day] = try record.favorites[day].map { try Entry($0).text() }
            removed[day] = try record.removed[day].map { try Entry($0).text() }
        }
        self.record = record
        let marker = record.marker.map {
            "  \"marker\" : {\n    \"ctime\" : \($0.ctime),\n    \"inode\" : \($0.inode)\n  },\n"
        }
        var json: [UInt8] = []
        json += "{\n  \"favorites\" : [\n".utf8
        Self.append(favorites, to: &json)
        json += "\n  ],\n\(marker ?? "")  \"removed\" : [\n".utf8
        Self.append(removed, to: &json)
        json += "\n  ],\n  \"version\" : \(FavoritesRecord.newestVersion)\n}\n".utf8
        return json
    }

    /// Appends the texts in the order of their days, with commas between them.
    private static func append(_ texts: [Day: [UInt8]], to json: inout [UInt8]) {
        for (place, (_, text)) in texts.sorted(by: { $0.key < $1.key }).enumerated() {
            if place > 0 { json += ",\n".utf8 }
            json += text
        }
    }
}

/// A day of one of the lists in `favorites.json`.
private struct Entry: Encodable {
    var added: Timestamp
    var date: Day
    var links: [String]
    var removed: Timestamp?
    var title: String?

    init(_ favorite: Favorite) {
        (added, date, title) = (favorite.added, favorite.date, favorite.title)
        links = favorite.links.inOrder.map(\.recorded)
    }

    init(_ favorite: RemovedFavorite) {
        (added, date, removed, title) = (favorite.added, favorite.date, favorite.removed, favorite.title)
        links = favorite.links.inOrder.map(\.recorded)
    }

    /// The entry's lines, indented as those of a list in an object.
    func text() throws -> [UInt8] {
        let lines = try JSONFile.encode(self).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let indented = lines.dropLast().map { $0.isEmpty ? [] : Array("    ".utf8) + $0 }
        return Array(indented.joined(separator: [UInt8(ascii: "\n")]))
    }
}
