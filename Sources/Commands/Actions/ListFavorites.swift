internal import Archive
internal import Days
internal import Favorites
internal import Folder
internal import Gallery
internal import MirrorTree
internal import Service
internal import Settings

/// Lists favorites, and whether picture, vault and links are as they should be.
///
/// If no other process has the mirror, one pass comes first, so that a link just dropped is a favorite already, also
/// in the gallery.
struct ListFavorites: SessionAction {
    var json = false

    /// The family of commands, of which this is the first.
    static let family = Command(
        name: "favorites",
        subcommands: [row, ChangeFavorites.add, ChangeFavorites.remove, RestoreFavorites.row, WatchFavorites.row],
        help: "lists, adds, removes and restores favorites",
        details: """
            Every link in the mirror's favorites/ is a favorite, and its sub-folders are albums; these commands only \
            make and remove such links. Without a further word they list. A removal, whoever made it, can be undone.
            """,
        action: { _ in ListFavorites() })

    private static let row = Command(
        name: "favorites list", options: [.json], help: "every favorite, and whether all is well with it",
        action: { ListFavorites(json: $0.has(.json)) })

    func run(_ session: Session) async throws -> ExitCode {
        let (tree, record) = try await session.recordedFavorites()
        let favorites = record.favorites.values.sorted { $0.date < $1.date }
        let health = try await FavoriteInspection(tree).health(of: favorites)
        let rows = zip(favorites, health).map { favorite, health in
            FavoriteRow(favorite: favorite, title: health.title ?? favorite.title, health: health)
        }
        if json {
            session.output.text(try JSONText.lines(rows))
        } else if rows.isEmpty {
            session.output.line(
                "There is no favorite yet. To make one, put a link to a picture into \(session.shown(tree.root.path))/favorites, "
                    + "or: apod-mirror favorites add DAY\(session.sameOptions)")
        } else {
            let table = FavoritesTable(
                rows: rows, columns: session.output.terminal.isTerminal ? session.output.terminal.columns : nil,
                local: .system,
                unicode: session.output.terminal.isUnicode || !session.output.terminal.isTerminal,
                options: session.sameOptions)
            session.output.lines(table.lines)
        }
        // A picture that is still to come is no damage.
        return rows.allSatisfy { $0.health.isWell || $0.health.isWaiting } ? .fine : .notAllWell
    }
}

extension Session {
    fileprivate func recordedFavorites() async throws -> (Tree, FavoritesRecord) {
        switch try await favoritesAccess() {
        // Unchanged favorites are only inspected here: mending them is the daemon's task, or a sync's.
        case .here(let archive):
            let galleryUpdater = GalleryUpdater(
                archive: archive, maker: nil, gallery: configuration.gallery ? GalleryWriter(archive.tree) : nil,
                sidecars: SidecarWriter(archive.tree, configuration.sidecars), log: log, fetchAgain: { _ in })
            let record = try await galleryUpdater.writeChanges {
                try await archive.perform { try $0.favorites.run(isTending: false).record }
            }
            return (archive.tree, record)
        case .elsewhere(let tree): return (tree, try tree.favoritesRecord() ?? FavoritesRecord())
        }
    }
}

// MARK: - The table

/// The favorites for a person: a line each in aligned columns, and one that sums them up. Pure.
struct FavoritesTable {
    /// The rows by date.
    var rows: [FavoriteRow]
    /// The width of the terminal; `nil` where no line need be cut.
    var columns: Int?
    var local: LocalTime
    var unicode = true
    /// Options that a suggested command must repeat to mean this mirror.
    var options = ""

    var lines: [String] {
        let cells = rows.map { row in
            [
                row.favorite.date.description, printable(row.title ?? "not fetched yet"),
                printable(row.albums.map(\.description).joined(separator: ", ")),
                "since \(local.day(at: row.favorite.added))",
                row.health.isWell ? "well" : row.health.problems.joined(separator: ", "),
            ]
        }
        let widths = widths(of: cells)
        return cells.map { line(of: $0, widths) } + [summary]
    }

    private var summary: String {
        let total = Quantity.plural(rows.count, "favorite")
        let problems = rows.flatMap(\.health.problems)
        if problems.isEmpty { return "\(total), all well." }
        let kinds = Dictionary(grouping: problems) { $0 }.map { (kind: $0.key, count: $0.value.count) }
        let told = kinds.sorted { ($0.count, $1.kind) > ($1.count, $0.kind) }
            .map { $0.count == 1 ? $0.kind : "\($0.kind) (\(Quantity.count($0.count)))" }.joined(separator: ", ")
        return "\(total), not all well: \(told). To put that right: apod-mirror \(remedy)\(options)"
    }

    /// `sync` mends favorites, too, but only `verify --repair` fetches a damaged picture again.
    private var remedy: String {
        rows.contains { $0.health.picture == .damaged } ? "verify --repair" : "sync"
    }

    // MARK: - Columns

    private static let gap = "  "
    private static let (title, album) = (1, 2)
    private static let leastTitle = 12
    /// The width beyond which a title makes no other line longer.
    private static let mostTitle = 60

    /// Titles are cut first where room is short, then albums.
    private func widths(of cells: [[String]]) -> [Int] {
        guard let first = cells.first else { return [] }
        var widths = first.indices.map { column in cells.map { $0[column].width }.max() ?? 0 }
        widths[Self.title] = min(widths[Self.title], Self.mostTitle)
        guard let columns else { return widths }
        var surplus = widths.filter { $0 > 0 }.reduce(-Self.gap.width) { $0 + $1 + Self.gap.width } - columns
        for (column, least) in [(Self.title, Self.leastTitle), (Self.album, Self.leastTitle)] {
            let less = max(0, min(surplus, widths[column] - least))
            widths[column] -= less
            surplus -= less
        }
        return widths
    }

    private func line(of cells: [String], _ widths: [Int]) -> String {
        let mark = unicode ? "…" : "..."
        let fitted = zip(cells, widths).filter { $0.1 > 0 }.map { cell, width in
            (columns == nil ? cell : cell.truncated(to: width, mark: mark)).padded(to: width)
        }
        var line = fitted.joined(separator: Self.gap)
        while line.last == " " { line.removeLast() }
        return line
    }
}

/// A favorite as `favorites list` tells it.
struct FavoriteRow: Equatable, Sendable {
    var favorite: Favorite
    /// The picture's title in the mirror, else the one in the record.
    var title: String?
    var health: FavoriteHealth

    /// The albums of the links; the top of `favorites/` is none.
    var albums: [FilePath] {
        Set(favorite.links.compactMap(\.parent)).inOrder
    }
}

extension FavoriteRow: Encodable {
    enum CodingKeys: String, CodingKey {
        case date, title, added, albums, links, picture, vault
        case linksState = "links_state"
    }

    private struct Picture: Encodable {
        var path: String?
        var state: String
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(favorite.date, forKey: .date)
        try container.encodeIfPresent(title, forKey: .title)
        try container.encode(favorite.added, forKey: .added)
        try container.encode(albums.map(\.recorded), forKey: .albums)
        try container.encode(favorite.links.inOrder.map(\.recorded), forKey: .links)
        try container.encode(Picture(path: health.path, state: health.picture.rawValue), forKey: .picture)
        try container.encode(health.vault.rawValue, forKey: .vault)
        try container.encode(health.links.rawValue, forKey: .linksState)
    }
}
