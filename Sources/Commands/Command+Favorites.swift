internal import Settings

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
