internal import Days
internal import Folder
internal import JSON

/// The text of `favorites.json`. Its form is that of every JSON file of the mirror (``JSONFile``); it is put together here,
/// since an encoder takes longer for three thousand favorites than the flush.
package enum FavoritesText {
    package static func json(of record: FavoritesRecord) throws -> [UInt8] {
        let marker = record.marker.map {
            "  \"marker\" : {\n    \"ctime\" : \($0.ctime),\n    \"inode\" : \($0.inode)\n  },\n"
        }
        return Array(
            """
            {
              "favorites" : [
            \(try entries(record.favorites))
              ],
            \(marker ?? "")  "removed" : [
            \(try entries(record.removed))
              ],
              "version" : \(FavoritesRecord.newestVersion)
            }

            """.utf8)
    }

    private static func entries(_ favorites: DayMap<Favorite>) throws -> String {
        try favorites.values.sorted { $0.date < $1.date }.map { favorite in
            let links = try favorite.links.inOrder.map { "        \(try quoted($0.recorded))" }.joined(separator: ",\n")
            var members = [#""added" : "\#(favorite.added)""#, #""date" : "\#(favorite.date)""#]
            members.append("\"links\" : [\n\(links)\n      ]")
            if let removed = favorite.removed { members.append(#""removed" : "\#(removed)""#) }
            if let title = favorite.title { members.append(#""title" : \#(try quoted(title))"#) }
            return "    {\n      \(members.joined(separator: ",\n      "))\n    }"
        }.joined(separator: ",\n")
    }

    private static func quoted(_ text: String) throws -> String {
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        return isPlain ? "\"\(text)\"" : String(decoding: try JSONFile.encode(text).dropLast(), as: UTF8.self)
    }
}
