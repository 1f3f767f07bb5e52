internal import Days
internal import Folder
internal import JSON

/// The text of `favorites.json`. Its form is that of every JSON file of the mirror (``JSONFile``); it is put together here,
/// since an encoder takes longer for three thousand favorites than the flush.
package enum FavoritesText {
    package static func json(of record: FavoritesRecord) throws -> [UInt8] {
        let favorites = try record.favorites.values.sorted { $0.date < $1.date }.map {
            try entry($0.date, added: $0.added, $0.links, removed: nil, $0.title)
        }
        let removed = try record.removed.values.sorted { $0.date < $1.date }.map {
            try entry($0.date, added: $0.added, $0.links, removed: $0.removed, $0.title)
        }
        let marker = record.marker.map {
            "  \"marker\" : {\n    \"ctime\" : \($0.ctime),\n    \"inode\" : \($0.inode)\n  },\n"
        }
        return Array(
            """
            {
              "favorites" : [
            \(favorites.joined(separator: ",\n"))
              ],
            \(marker ?? "")  "removed" : [
            \(removed.joined(separator: ",\n"))
              ],
              "version" : \(FavoritesRecord.newestVersion)
            }

            """.utf8)
    }

    /// A day of one of the lists.
    private static func entry(
        _ day: Day, added: Timestamp, _ links: Set<FilePath>, removed: Timestamp?, _ title: String?
    ) throws -> String {
        let links = try links.inOrder.map { "        \(try quoted($0.recorded))" }.joined(separator: ",\n")
        var members = [#""added" : "\#(added)""#, #""date" : "\#(day)""#, "\"links\" : [\n\(links)\n      ]"]
        if let removed { members.append(#""removed" : "\#(removed)""#) }
        if let title { members.append(#""title" : \#(try quoted(title))"#) }
        return "    {\n      \(members.joined(separator: ",\n      "))\n    }"
    }

    private static func quoted(_ text: String) throws -> String {
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        return isPlain ? "\"\(text)\"" : String(decoding: try JSONFile.encode(text).dropLast(), as: UTF8.self)
    }
}
