import Foundation

/// `favorites.json` and `favorites/` read from scratch, without a line of the code that wrote them.
struct FavoritesState: Equatable, CustomStringConvertible {
    /// The links of every favorite.
    var favorites: [String: Set<String>] = [:]
    /// Days that were favorites once.
    var removed: Set<String> = []
    /// What lies below `favorites/`, albums and the marker aside: `-> ` and a link's target, or what a file holds.
    var entries: [String: String] = [:]

    init() {}

    /// - Throws: when it changes while it is read.
    init(root: String) throws {
        let record = try FavoritesFile(root: root)
        favorites = record.favorites.mapValues { Set($0.links) }
        removed = Set(record.removed.keys)
        let files = FileManager.default
        for path in try files.subpathsOfDirectory(atPath: root + "/favorites") where path != ".apod-mirror" {
            let full = root + "/favorites/" + path
            switch try files.attributesOfItem(atPath: full)[.type] as? FileAttributeType {
            case .typeDirectory: continue
            case .typeSymbolicLink: entries[path] = "-> " + (try files.destinationOfSymbolicLink(atPath: full))
            case .typeRegular:
                entries[path] = String(decoding: try Data(contentsOf: URL(filePath: full)).prefix(200), as: UTF8.self)
            default: entries[path] = "?"
            }
        }
    }

    var description: String {
        let favorites = favorites.sorted { $0.key < $1.key }.map { "  \($0): \($1.sorted())" }
        let entries = entries.sorted { $0.key < $1.key }.map { "  \($0.debugDescription) \($1.debugDescription)" }
        return (["favorites:"] + favorites + ["removed: \(removed.sorted())", "entries:"] + entries)
            .joined(separator: "\n")
    }

    /// The one form of links: relative, from the album they lie in.
    static func link(at path: String, to known: KnownDay) -> String {
        String(repeating: "../", count: path.split(separator: "/").count) + known.path
    }
}

/// What `favorites.json` says.
struct FavoritesFile: Decodable, Equatable {
    struct Entry: Decodable, Equatable {
        var date: String
        var added: String
        var links: [String]
    }

    let favorites: [String: Entry]
    let removed: [String: Entry]

    init(root: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(filePath: root + "/favorites.json")))
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        favorites = try Self.byDate(container.decode([Entry].self, forKey: .favorites))
        removed = try Self.byDate(container.decode([Entry].self, forKey: .removed))
    }

    private enum Keys: CodingKey { case favorites, removed }

    private static func byDate(_ entries: [Entry]) throws -> [String: Entry] {
        guard Set(entries.map(\.date)).count == entries.count else { throw HarnessError("a day is there twice") }
        return Dictionary(uniqueKeysWithValues: entries.map { ($0.date, $0) })
    }
}
