internal import Days
internal import Favorites
internal import MirrorTree
internal import Settings
internal import Words

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
                printable(row.albums.joined(separator: ", ")), "since \(local.day(at: row.favorite.added))",
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

    /// Titles are cut first where room is short, then albums.
    private func widths(of cells: [[String]]) -> [Int] {
        guard let first = cells.first else { return [] }
        var widths = first.indices.map { column in cells.map { $0[column].width }.max() ?? 0 }
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
            cell.truncated(to: width, mark: mark).padded(to: width)
        }
        var line = fitted.joined(separator: Self.gap)
        while line.last == " " { line.removeLast() }
        return line
    }
}
