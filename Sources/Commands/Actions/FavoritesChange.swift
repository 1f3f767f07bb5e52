internal import Days
internal import Favorites
internal import Folder
internal import Gallery
internal import MirrorTree
internal import NASA
internal import Service
internal import Settings
internal import Words

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
        let looks = try looks(archive)
        return try await showcase(looks).follow(.news) { try await taken(change, access, looks) }
    }

    private func taken(
        _ change: Change, _ access: FavoritesAccess, _ looks: NASALooks? = nil
    ) async throws -> (FavoritesReport, ExitCode) {
        var report = try await access.settled(until: change.isIn)
        for trouble in report.troubles { log.warning(trouble) }
        guard change.isIn(report.record) else {
            for entry in report.refused.keys.first(Self.mostNamed) {
                output.complain("apod-mirror: " + (report.refused[entry]?.sentence(entry: entry) ?? ""))
            }
            let more = report.refused.count - Self.mostNamed
            if more > 0 { output.complain("… and \(Quantity.count(more)) more") }
            output.complain("apod-mirror: " + lateness(access))
            return (report, .notAllWell)
        }
        guard let looks, !report.wanted.isEmpty else { return (report, .fine) }
        var exitCode = ExitCode.fine
        do {
            exitCode = try await fetch(report.wanted, looks)
        } catch let error as SourceError {
            let failure = Failure(error)
            output.complain(failure.sentence)
            exitCode = failure.exitCode
        }
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
                + "To look again: apod-mirror favorites\(sameOptions)"
        }
    }

    /// Prints the day, what is true of it, its links, and whether its picture is still to come.
    func tell(_ favorite: Favorite, _ verb: String, _ tree: Tree, _ report: FavoritesReport) {
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
