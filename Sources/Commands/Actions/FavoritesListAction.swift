internal import Days
internal import Favorites
internal import Folder
internal import MirrorTree
internal import Service
internal import Settings

/// Lists favorites, and whether picture, vault and links are as they should be.
///
/// If no other process has the mirror, one pass comes first, so that a link just dropped is a favorite already.
struct FavoritesListAction: Action {
    var json: Bool

    func run(_ call: Call) async throws -> ExitCode {
        try await call.session().listFavorites(json: json)
    }
}

extension Session {
    fileprivate func listFavorites(json: Bool) async throws -> ExitCode {
        let access = try await favoritesAccess()
        // Unchanged favorites are only inspected here: mending them is the daemon's task, or a sync's.
        let record = try await access.now(tending: false).record
        let tree = access.tree
        let favorites = record.favorites.values.sorted { $0.date < $1.date }
        let health = try await FavoriteInspection(tree).health(of: favorites)
        let rows = zip(favorites, health).map { favorite, health in
            FavoriteRow(favorite: favorite, title: health.title ?? favorite.title, health: health)
        }
        if json {
            output.text(try JSONText.lines(rows))
        } else if rows.isEmpty {
            output.line(
                "There is no favorite yet. To make one, put a link to a picture into \(shown(tree.root.path))/favorites, "
                    + "or: apod-mirror favorites add DAY\(sameOptions)")
        } else {
            let table = FavoritesTable(
                rows: rows, columns: output.terminal.isTerminal ? output.terminal.columns : nil, local: .system,
                unicode: output.terminal.isUnicode || !output.terminal.isTerminal, options: sameOptions)
            output.lines(table.lines)
        }
        // A picture that is still to come is no damage.
        return rows.allSatisfy { $0.health.isWell || $0.health.isWaiting } ? .fine : .notAllWell
    }
}
