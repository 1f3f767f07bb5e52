internal import Folder

/// A day that its owner has marked, by whatever lies in `favorites/`.
struct Favorite: Equatable, Sendable {
    var date: Day
    /// As NASA has it; `nil` until the day's entry is known.
    var title: String?
    var added: Timestamp
    /// Paths below `favorites/` of everything there that means this day.
    var links: Set<FilePath>
}

/// A favorite whose last link went. It is kept for good, so that every removal can be undone.
struct RemovedFavorite: Equatable, Sendable {
    var date: Day
    var title: String?
    var added: Timestamp
    var removed: Timestamp
    /// Where its links were when it still had some.
    var links: Set<FilePath>
}

extension Favorite: Decodable {
    enum CodingKeys: String, CodingKey {
        case date, title, added, links
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        date = try container.decode(Day.self, forKey: .date)
        title = try container.decodeIfPresent(String.self, forKey: .title)
        // A day that somebody wrote in by hand may come without.
        added = try container.decodeIfPresent(Timestamp.self, forKey: .added) ?? .now
        links = Set(try container.decodeIfPresent([String].self, forKey: .links)?.map { FilePath($0) } ?? [])
    }
}

extension RemovedFavorite: Decodable {
    enum CodingKeys: String, CodingKey {
        case date, title, added, removed, links
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        date = try container.decode(Day.self, forKey: .date)
        title = try container.decodeIfPresent(String.self, forKey: .title)
        added = try container.decode(Timestamp.self, forKey: .added)
        removed = try container.decode(Timestamp.self, forKey: .removed)
        links = Set(try container.decodeIfPresent([String].self, forKey: .links)?.map { FilePath($0) } ?? [])
    }
}

extension Set<FilePath> {
    /// In the order of their bytes: files that are written from sets must not change by themselves.
    var inOrder: [FilePath] {
        sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }
}
