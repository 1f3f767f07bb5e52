internal import Folder

extension Session {
    func favorites(_ request: FavoritesRequest) async throws -> ExitCode {
        switch request {
        case .list(let json): try await listFavorites(json: json)
        case .add(let day, let album): try await addFavorite(day, to: album)
        case .remove(let day): try await removeFavorite(day)
        case .restore(.day(let day)): try await restoreFavorite(day)
        case .restore(.since(let time)): try await restoreFavorites(since: time)
        case .watch: try await watchFavorites()
        }
    }

    private func addFavorite(_ day: Day, to album: Album) async throws -> ExitCode {
        let keeping = try await keeping()
        let links = try links(keeping.tree)
        if links.facts.refusal(of: day) == .gap(day) { throw FavoriteError.gap(day) }
        let recorded = try keeping.tree.favoritesRecord()?.favorites[day]
        let added = try links.add(day, to: album, recorded: recorded)
        let isInAlbum = { (link: FilePath) in link.album == album.path ?? "" }
        let change = Change { $0.favorites[day]?.links.contains(where: isInAlbum) ?? false }
        let (pass, exitCode) = try await take(change, keeping)
        guard change.isIn(pass.record), var favorite = pass.record.favorites[day] else { return exitCode }
        // What it has elsewhere is not what was asked for.
        favorite.links = favorite.links.filter(isInAlbum)
        if !isQuiet {
            tell(favorite, added.isNew ? "is a favorite" : "is a favorite already", keeping.tree, pass)
            if added.isNew, links.isFirstShortcut(added.link, in: pass.record) { output.line(Self.aboutShortcuts) }
        }
        return exitCode
    }

    private static let aboutShortcuts =
        "This disk has no links, so a shortcut that opens NASA's page of the day stands for one."

    private func removeFavorite(_ day: Day) async throws -> ExitCode {
        let keeping = try await keeping()
        guard let favorite = try await keeping.settled().record.favorites[day] else {
            throw FavoriteError.notFavorite(day)
        }
        let left = try links(keeping.tree).remove(favorite).left
        let gone = favorite.links.subtracting(left)
        for link in left.inOrder {
            output.complain(
                "apod-mirror: favorites/\(link) is no link but yours, so it was left, and \(day) stays a favorite. "
                    + "Move it elsewhere.")
        }
        let change = Change { $0.favorites[day]?.links.isDisjoint(with: gone) ?? true }
        let (pass, exitCode) = try await take(change, keeping)
        guard change.isIn(pass.record) else { return exitCode }
        if let favorite = pass.record.favorites[day] {
            if left.isEmpty { tell(favorite, "stays a favorite", keeping.tree, pass) }
            return .notAllWell
        }
        if !isQuiet {
            output.line(
                "\(named(favorite.date, favorite.title)) is no favorite any more. "
                    + "To have it back: apod-mirror favorites restore \(day)\(sameOptions)")
        }
        return .fine
    }

    private func restoreFavorite(_ day: Day) async throws -> ExitCode {
        let keeping = try await keeping()
        let pass = try await keeping.settled()
        if let favorite = pass.record.favorites[day] {
            // A link that went a moment ago, and counts as removed with the next look, is back by then.
            try links(keeping.tree).restore(favorite)
            if !isQuiet { tell(favorite, "is a favorite already", keeping.tree, pass) }
            return .fine
        }
        guard let removed = pass.record.removed[day] else { throw FavoriteError.notRemoved(day, options: sameOptions) }
        return try await restore([removed], keeping)
    }

    private func restoreFavorites(since time: PastTime) async throws -> ExitCode {
        let since = time.timestamp(now: .now, .system)
        guard since <= .now else {
            throw UsageError(
                sentence: "\(LocalTime.system.text(since)) has not come yet.",
                hint: "TIME is written as \(PastTime.forms).")
        }
        let keeping = try await keeping()
        let removed = try await keeping.settled().record.removed.values.filter { $0.removed >= since }
        guard !removed.isEmpty else {
            if !isQuiet { output.line("Nothing was removed since \(LocalTime.system.text(since)).") }
            return .fine
        }
        return try await restore(removed.sorted { $0.date < $1.date }, keeping)
    }

    private func restore(_ removed: [RemovedFavorite], _ keeping: FavoritesAccess) async throws -> ExitCode {
        let links = try links(keeping.tree)
        for favorite in removed { try links.restore(favorite) }
        let change = Change { record in removed.allSatisfy { record.favorites[$0.date] != nil } }
        let (pass, exitCode) = try await take(change, keeping)
        if !isQuiet {
            let back = removed.compactMap { pass.record.favorites[$0.date] }
            for favorite in back { tell(favorite, "is a favorite again", keeping.tree, pass) }
            if removed.count > 1 { output.line("\(Quantity.plural(back.count, "favorite")) came back.") }
        }
        return exitCode
    }
}
