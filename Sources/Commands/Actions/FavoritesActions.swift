internal import Days
internal import Favorites
internal import Folder
internal import MirrorTree
internal import Service
internal import Settings
internal import Words

struct FavoritesAddAction: Action {
    var day: Day
    var album: Album

    func run(_ call: Call) async throws -> ExitCode {
        try await call.session().addFavorite(day, to: album)
    }
}

struct FavoritesRemoveAction: Action {
    var day: Day

    func run(_ call: Call) async throws -> ExitCode {
        try await call.session().removeFavorite(day)
    }
}

struct FavoritesRestoreAction: Action {
    var day: Day

    func run(_ call: Call) async throws -> ExitCode {
        try await call.session().restoreFavorite(day)
    }
}

/// Restores all favorites removed since a time.
struct FavoritesRestoreSinceAction: Action {
    var since: PastTime

    func run(_ call: Call) async throws -> ExitCode {
        try await call.session().restoreFavorites(since: since)
    }
}

extension Session {
    fileprivate func addFavorite(_ day: Day, to album: Album) async throws -> ExitCode {
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
            tell(favorite, added.isNew ? "is a favorite" : "is a favorite already", access.tree, report)
            if added.isNew, links.isFirstShortcut(added.link, in: report.record) { output.line(Self.aboutShortcuts) }
        }
        return exitCode
    }

    private static let aboutShortcuts =
        "This disk has no links, so a shortcut that opens NASA's page of the day stands for one."

    fileprivate func removeFavorite(_ day: Day) async throws -> ExitCode {
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
            if left.isEmpty { tell(favorite, "stays a favorite", access.tree, report) }
            return .notAllWell
        }
        if !isQuiet {
            output.line(
                "\(named(favorite.date, favorite.title, access.tree)) is no favorite any more. "
                    + "To have it back: apod-mirror favorites restore \(day)\(sameOptions)")
        }
        return .fine
    }

    fileprivate func restoreFavorite(_ day: Day) async throws -> ExitCode {
        let access = try await favoritesAccess()
        let report = try await access.settled()
        if let favorite = report.record.favorites[day] {
            // A link that was deleted a moment ago is made again, before the next pass counts it as removed.
            try links(access.tree).restore(favorite)
            if !isQuiet { tell(favorite, "is a favorite already", access.tree, report) }
            return .fine
        }
        guard let removed = report.record.removed[day] else {
            throw FavoriteError.notRemoved(day, options: sameOptions)
        }
        return try await restore([removed], access)
    }

    fileprivate func restoreFavorites(since time: PastTime) async throws -> ExitCode {
        let since = time.timestamp(now: .now, .system)
        guard since <= .now else {
            throw UsageError(
                sentence: "\(LocalTime.system.text(since)) has not come yet.",
                hint: "TIME is written as \(PastTime.forms).")
        }
        let access = try await favoritesAccess()
        let removed = try await access.settled().record.removed.values.filter { $0.removed >= since }
        guard !removed.isEmpty else {
            if !isQuiet { output.line("Nothing was removed since \(LocalTime.system.text(since)).") }
            return .fine
        }
        return try await restore(removed.sorted { $0.date < $1.date }, access)
    }

    private func restore(_ removed: [RemovedFavorite], _ access: FavoritesAccess) async throws -> ExitCode {
        let links = try links(access.tree)
        for favorite in removed { try links.restore(favorite) }
        let change = Change { record in removed.allSatisfy { record.favorites[$0.date] != nil } }
        let (report, exitCode) = try await take(change, access)
        if !isQuiet {
            let back = removed.compactMap { report.record.favorites[$0.date] }
            for favorite in back { tell(favorite, "is a favorite again", access.tree, report) }
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

// MARK: - The command

extension Command {
    static let favorites = Command(
        name: "favorites",
        subcommands: [
            Command(
                name: "favorites list", options: [.json], help: "every favorite, and whether all is well with it",
                action: { FavoritesListAction(json: $0.has(.json)) }),
            Command(
                name: "favorites add", arguments: .day, options: [.album],
                help: "links the day's picture, which is fetched if need be",
                action: { words throws(UsageError) in
                    FavoritesAddAction(day: try words.days()[0], album: try words.album())
                }),
            Command(
                name: "favorites remove", arguments: .day, help: "removes all links to the day's picture",
                action: { words throws(UsageError) in FavoritesRemoveAction(day: try words.days()[0]) }),
            Command(
                name: "favorites restore", arguments: .optionalDay, options: [.sinceTime],
                help: "makes the links again that a removal took",
                action: { words throws(UsageError) in try restoration(words) }),
            Command(
                name: "favorites watch", isHidden: true, help: "keeps favorites until a signal ends it",
                action: { _ in FavoritesWatchAction() }),
        ],
        help: "lists, adds, removes and restores favorites",
        details: """
            Every link in the mirror's favorites/ is a favorite, and its sub-folders are albums; these commands only \
            make and remove such links. Without a further word they list. A removal, whoever made it, can be undone.
            """,
        action: { _ in FavoritesListAction(json: false) })

    private static func restoration(_ words: CommandWords) throws(UsageError) -> any Action {
        switch (try words.days().first, try words.time(.sinceTime)) {
        case (let day?, nil): return FavoritesRestoreAction(day: day)
        case (nil, let time?): return FavoritesRestoreSinceAction(since: time)
        case (nil, nil): throw words.error("favorites restore needs a day, or --since with a time.")
        case (_?, _?): throw words.error("favorites restore takes either a day or --since.")
        }
    }
}
