internal import Days
internal import Favorites
internal import Folder
internal import Gallery
internal import MirrorTree
internal import Service
internal import Settings
internal import Words

extension Session {
    /// Links a day in an album, and fetches its picture if need be.
    func addFavorite(_ day: Day, to album: Album) async throws -> ExitCode {
        let access = try await favoritesAccess()
        let links = try links(access.tree)
        if links.facts.refusal(of: day) == .gap(day) { throw FavoriteError.gap(day) }
        let recorded = try access.tree.favoritesRecord()?.favorites[day]
        let added = try links.add(day, to: album, recorded: recorded)
        let isInAlbum = { (link: FilePath) in link.album == album.path ?? "" }
        let change = Change { $0.favorites[day]?.links.contains(where: isInAlbum) ?? false }
        let (report, exitCode) = try await take(change, access)
        guard change.isIn(report.record), var favorite = report.record.favorites[day] else { return exitCode }
        // The favorite's links outside the named album were not asked for.
        favorite.links = favorite.links.filter(isInAlbum)
        if !isQuiet {
            show(favorite, added.isNew ? "is a favorite" : "is a favorite already", access.tree, report)
            if added.isNew, links.isFirstShortcut(added.link, in: report.record) { output.line(Self.aboutShortcuts) }
        }
        return exitCode
    }

    private static let aboutShortcuts =
        "This disk has no links, so a shortcut that opens NASA's page of the day stands for one."

    /// Removes all links to a day.
    func removeFavorite(_ day: Day) async throws -> ExitCode {
        let access = try await favoritesAccess()
        guard let favorite = try await access.settled().record.favorites[day] else {
            throw FavoriteError.notFavorite(day)
        }
        let left = try links(access.tree).remove(favorite).left
        let gone = favorite.links.subtracting(left)
        for link in left.inOrder {
            output.complain(
                "apod-mirror: favorites/\(link) is no link but yours, so it was left, and \(day) stays a favorite. "
                    + "Move it elsewhere.")
        }
        let change = Change { $0.favorites[day]?.links.isDisjoint(with: gone) ?? true }
        let (report, exitCode) = try await take(change, access)
        guard change.isIn(report.record) else { return exitCode }
        if let favorite = report.record.favorites[day] {
            if left.isEmpty { show(favorite, "stays a favorite", access.tree, report) }
            return .notAllWell
        }
        if !isQuiet {
            output.line(
                "\(named(favorite.date, favorite.title, access.tree)) is no favorite any more. "
                    + "To have it back: apod-mirror favorites restore \(day)\(sameOptions)")
        }
        return .fine
    }

    func restoreFavorite(_ day: Day) async throws -> ExitCode {
        let access = try await favoritesAccess()
        let report = try await access.settled()
        if let favorite = report.record.favorites[day] {
            // A link that was deleted a moment ago is made again, before the next pass counts it as removed.
            try links(access.tree).restore(favorite)
            if !isQuiet { show(favorite, "is a favorite already", access.tree, report) }
            return .fine
        }
        guard let removed = try report.record.removed[day] ?? links(access.tree).keptInVault(day) else {
            throw FavoriteError.notRemoved(day, options: sameOptions)
        }
        return try await restore([removed], access)
    }

    /// Restores all favorites removed since a time.
    func restoreFavorites(since time: PastTime) async throws -> ExitCode {
        let since = time.timestamp(now: .now, .system)
        guard since <= .now else {
            throw UsageError(
                sentence: "\(LocalTime.system.text(since)) has not come yet.",
                hint: "TIME is written as \(PastTime.forms).")
        }
        let access = try await favoritesAccess()
        let removed = try await access.settled().record.removed.values.filter { $0.removed.map { $0 >= since } == true }
        guard !removed.isEmpty else {
            if !isQuiet { output.line("Nothing was removed since \(LocalTime.system.text(since)).") }
            return .fine
        }
        return try await restore(removed.sorted { $0.date < $1.date }, access)
    }

    private func restore(_ removed: [Favorite], _ access: FavoritesAccess) async throws -> ExitCode {
        let links = try links(access.tree)
        for favorite in removed { try links.restore(favorite) }
        let change = Change { record in removed.allSatisfy { record.favorites[$0.date] != nil } }
        let (report, exitCode) = try await take(change, access)
        if !isQuiet {
            let back = removed.compactMap { report.record.favorites[$0.date] }
            for favorite in back { show(favorite, "is a favorite again", access.tree, report) }
            if removed.count > 1 { output.line("\(Quantity.plural(back.count, "favorite")) came back.") }
        }
        return exitCode
    }
}

/// Why a day cannot become a favorite, or stop being one.
enum FavoriteError: ExitCoded, Equatable, CustomStringConvertible {
    case gap(Day)
    case notFavorite(Day)
    case notRemoved(Day, options: String)

    var exitCode: ExitCode { .notAllWell }

    var description: String {
        switch self {
        case .gap(let day): "NASA published no picture on \(day), so there is none to be a favorite."
        case .notFavorite(let day): "\(day) is not a favorite."
        case .notRemoved(let day, let options):
            "\(day) was never removed from the favorites. To add it: apod-mirror favorites add \(day)\(options)"
        }
    }
}

// MARK: - A change

extension Session {
    /// A command's change in `favorites/`, as the record shows it.
    struct Change {
        let isIn: (FavoritesRecord) -> Bool
    }

    func favoritesAccess() async throws -> FavoritesAccess {
        do {
            return try await FavoritesAccess.open(configuration.mirror) { try await openArchive() }
        } catch RootError.othersMirror(let path, let owner, _) {
            throw othersMirror(path, owner)
        }
    }

    func links(_ tree: Tree) throws -> FavoriteLinks {
        try FavoriteLinks(tree, today: today(), aliases: configuration.aliases)
    }

    /// Waits until the change is persisted. Without a daemon this process also fetches pictures that favorites lack,
    /// and updates the gallery. A change that was not persisted is told, and stands in the exit code.
    func take(_ change: Change, _ access: FavoritesAccess) async throws -> (FavoritesReport, ExitCode) {
        guard case .here(let archive) = access else { return try await taken(change, access) }
        let passes = try passes(archive)
        return try await galleryUpdater(passes).follow(.news) { try await taken(change, access, passes) }
    }

    private func taken(
        _ change: Change, _ access: FavoritesAccess, _ passes: Passes? = nil
    ) async throws -> (FavoritesReport, ExitCode) {
        var report = try await access.settled(until: change.isIn)
        for trouble in report.troubles { log.warning(trouble) }
        guard change.isIn(report.record) else {
            for entry in report.refused.keys.inOrder.prefix(Self.mostNamed) {
                output.complain("apod-mirror: " + (report.refused[entry]?.sentence(entry: entry) ?? ""))
            }
            let more = report.refused.count - Self.mostNamed
            if more > 0 { output.complain("… and \(Quantity.count(more)) more") }
            output.complain("apod-mirror: " + lateness(access))
            return (report, .notAllWell)
        }
        guard let passes, !report.wanted.isEmpty else { return (report, .fine) }
        let exitCode = try await fetch(report.wanted, passes)
        // Another pass renames links after the pictures that have come.
        report = try await access.settled()
        return (report, exitCode)
    }

    private static let mostNamed = 8

    private func lateness(_ access: FavoritesAccess) -> String {
        let folder = "\(shown(access.tree.root.path))/favorites"
        return switch access {
        case .here: "not all of \(folder) can be read, so what was done there is not a fact yet."
        case .elsewhere:
            "the links in \(folder) are as asked, but the daemon has not taken that up yet. "
                + "To scan again: apod-mirror favorites\(sameOptions)"
        }
    }

    /// Prints the day, what is true of it, its links, and whether its picture is still to come.
    func show(_ favorite: Favorite, _ verb: String, _ tree: Tree, _ report: FavoritesReport) {
        let day = favorite.date
        let folder = "\(shown(tree.root.path))/\(Tree.favorites)"
        let places = favorite.links.inOrder.map { "\(folder)/\($0)" }.joined(separator: ", ")
        // Pictures that are left to the daemon are not in `wanted`.
        let isWanted = report.wanted.contains(day) || (try? tree.metadata(day))?.visibleName == nil
        let waiting = isWanted ? ". Its picture is still to be fetched." : ""
        output.line("\(named(day, favorite.title, tree)) \(verb): \(places)\(waiting)")
    }

    /// The day with the title that the mirror has for it, else with the recorded one.
    func named(_ day: Day, _ recorded: String?, _ tree: Tree) -> String {
        let title = (try? tree.metadata(day))?.title ?? recorded
        return title.map { "\(day) \($0)" } ?? "\(day)"
    }
}
