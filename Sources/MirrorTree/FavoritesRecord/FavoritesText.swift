internal import Days
internal import JSON

/// The text of `favorites.json`. Its form is that of every JSON file of the mirror (``JSONFile``); it is put together here,
/// since an encoder takes longer for three thousand favorites than the flush.
package enum FavoritesText {
    package static func json(of record: FavoritesRecord) throws -> [UInt8] {
        var text = Array("{\n  \"favorites\" : [\n".utf8)
        text.reserveCapacity(256 * (record.favorites.count + record.removed.count + 1))
        try append(record.favorites, to: &text)
        text += "\n  ],\n".utf8
        if let marker = record.marker {
            text += "  \"marker\" : {\n    \"ctime\" : \(marker.ctime),\n    \"inode\" : \(marker.inode)\n  },\n".utf8
        }
        text += "  \"removed\" : [\n".utf8
        try append(record.removed, to: &text)
        text += "\n  ],\n  \"version\" : \(FavoritesRecord.newestVersion)\n}\n".utf8
        return text
    }

    private static func append(_ favorites: DayMap<Favorite>, to text: inout [UInt8]) throws {
        var start = "    {\n"
        for favorite in favorites.values.sorted(by: { $0.date < $1.date }) {
            text += start.utf8
            text += "      \"added\" : \"\(favorite.added)\",\n      \"date\" : \"\(favorite.date)\",\n".utf8
            text += "      \"links\" : [\n".utf8
            var indent = "        "
            for path in favorite.links.inOrder {
                text += indent.utf8
                try append(path.recorded, to: &text)
                indent = ",\n        "
            }
            text += "\n      ]".utf8
            if let removed = favorite.removed { text += ",\n      \"removed\" : \"\(removed)\"".utf8 }
            if let title = favorite.title {
                text += ",\n      \"title\" : ".utf8
                try append(title, to: &text)
            }
            text += "\n    }".utf8
            start = ",\n    {\n"
        }
    }

    private static func append(_ quoted: String, to text: inout [UInt8]) throws {
        let quote = UInt8(ascii: "\"")
        let isPlain = quoted.utf8.allSatisfy { $0 >= 0x20 && $0 != quote && $0 != UInt8(ascii: "\\") }
        if !isPlain { return text += try JSONFile.encode(quoted).dropLast() }
        text.append(quote)
        text += quoted.utf8
        text.append(quote)
    }
}
