internal import Days
internal import Exporting
internal import Favorites
internal import HTTP
internal import Refresh
internal import Service
internal import Settings

// MARK: - All commands

extension Command {
    static let all: [Command] = [
        Command(
            name: "", help: "where the mirror is, how many pictures it holds, and today's",
            action: { _ in .overview }),
        setup,
        Command(
            name: "sync", options: [.since, .until, .from, .create], help: "fetches what is missing",
            details: """
                One pass over all days of the mirror, newest first. Pictures that were deleted come back; what is \
                there already is not fetched again. --create takes a missing or an empty folder, or a mirror that lost \
                its .apod-mirror; it changes nothing where there is a mirror. A daemon that has the mirror makes the pass, by \
                its own settings: a longer --history counts from then on, another setting named here is refused. With --from \
                another mirror, a folder or what apod-mirror serve answers at an address, gives the days that NASA does not; \
                their JSON names it as their source, and what NASA says later still counts.
                """,
            action: { words throws(UsageError) in
                let (since, until) = (try words.day(.since), try words.day(.until))
                if let since, let until, since > until {
                    throw words.error("--since \(since) is after --until \(until).")
                }
                return .sync(since: since, until: until, from: words.mirrors, create: words.has(.create))
            }),
        Command(
            name: "daemon", help: "keeps the mirror and its favorites up to date; the service",
            details: """
                Asks NASA until today's picture is in, then sleeps until tomorrow; watches favorites/ all the time. \
                It stays in the foreground and says what it does on standard error. SIGTERM ends it, SIGUSR1 syncs now.
                """,
            action: { _ in .daemon }),
        Command(
            name: "status", options: [.json], help: "how the daemon and the mirror are",
            details: "The exit code is 0 when all is well, 1 when not, and 3 when all is well and no daemon runs.",
            action: { .status(json: $0.has(.json)) }),
        Command(
            name: "show", arguments: .optionalDay, help: "tells a picture's story",
            details: "Title, credit, explanation and path; of the newest picture unless a DAY is given.",
            action: { words throws(UsageError) in .show(try words.days().first) }),
        search,
        Command(
            name: "credits", arguments: .optionalWords, options: [.json], help: "who made how many pictures, and which",
            details: """
                Lists all that credits name as makers of pictures, or those whose names have all the words; where only one \
                is meant, that one's pictures. A name with and without accents is one, and so are NASA's, ESA's and other \
                institutes' names and their abbreviations.
                """,
            action: { .credits($0.arguments, json: $0.has(.json)) }),
        favorites,
        Command(
            name: "hide", arguments: .days, help: "removes pictures for good",
            details: "Their metadata stay; they are not fetched again until unhide. A favorite cannot be hidden.",
            action: { words throws(UsageError) in .order(.hide(try words.days())) }),
        Command(
            name: "unhide", arguments: .days, help: "brings hidden pictures back",
            details: "The next sync fetches them.",
            action: { words throws(UsageError) in .order(.unhide(try words.days())) }),
        Command(
            name: "verify", options: [.repair, .from, .offline, .accept, .keep, .json],
            help: "looks for damage, byte by byte",
            details: """
                Pictures and the second copies of favorites are compared with their checksums, and all that refers to \
                them is looked at: names, links, the record of favorites, Today and pages. What is damaged gives way only \
                to the very bytes that were stored: those of the second copy, else NASA's, else those of a mirror named with \
                --from, a folder or what apod-mirror serve answers at an address. Where the sum that was recorded is itself \
                lost, or the whole day is, two witnesses have to say the same: what is left here is one, each mirror another.
                """,
            action: { words throws(UsageError) in try words.verification() }),
        Command(
            name: "reread", arguments: .optionalDays, options: [.dryRereading],
            help: "makes words anew from NASA's records",
            details: """
                Every day's record lies in metadata/published/ as NASA served it, and the day's JSON is made of it. A \
                version that reads records better makes all words anew by itself; this does so at once, of all days or \
                of these, and asks nobody. Pictures stay as they are.
                """,
            action: { words throws(UsageError) in
                .reread(try words.days(), dryRun: words.has(.dryRereading))
            }),
        serve,
        wallpaper,
        serviceMount,
        Command(
            name: "compare", arguments: .mirror, options: [.json], help: "tells which days differ from another mirror",
            details: """
                The other is a folder, or what apod-mirror serve answers at an address. A day is missing there, missing \
                here, has other bytes or other words; only sums and words travel. Two mirrors that disagree have found a \
                picture that NASA replaced, or damage: apod-mirror verify on both tells which. The exit code is 1 where \
                anything differs.
                """,
            action: { .compare($0.arguments[0], json: $0.has(.json)) }),
        sum,
        importCommand,
        export,
        metalink,
        Command(
            name: "prune", options: [.dryRun], help: "removes pictures that are older than keep allows",
            details: """
                keep counts back from the newest picture in the mirror. Favorites and hidden days stay, and a favorite \
                that was removed stays for 30 days. A sync over all days prunes by itself; one that names days does not.
                """,
            action: { .prune(dryRun: $0.has(.dryRun)) }),
        Command(
            name: "gallery", help: "makes thumbnails and pages anew",
            details: """
                They follow what happens by themselves; this is for when they were damaged or another version made \
                them. gallery and thumbnails are settings, too.
                """,
            action: { _ in .order(.gallery) }),
        Command(
            name: "config", help: "every setting, its value, and where it came from", action: { _ in .config }),
        manual,
        complete,
    ]
}

// MARK: - Searching

extension Command {
    static let search = Command(
        name: "search", arguments: .words, options: [.favorites, .reuse],
        help: "finds pictures by title and explanation",
        details: """
            Prints the date, title and path of every picture that has all the words. With --reuse words may be left out. What \
            a credit says of a picture's use is never taken for more than it says: show tells the words that decided.
            """,
        action: { words throws(UsageError) in
            .search(words.arguments, amongFavorites: words.has(.favorites), reuse: try words.reuse())
        })
}

// MARK: - Sums, and a folder for others

extension Command {
    static let sum = Command(
        name: "sum", arguments: .optionalPeriod, options: [.list, .sinceLast, .note, .json],
        help: "one SHA-256 of all days, pictures and words",
        details: """
            Two mirrors with the same sum hold the same days, pictures and words. It is that of a line for each picture \
            and each record, by day, as the SHA256SUMS of the months have them; no picture is read, which is what verify \
            is for. --note keeps these lines in .apod-mirror/noted-sums and prints the sum, to be written down: a file that \
            still has that sum proves what --since-last tells, where verify finds no damage. The exit code is 1 where days \
            changed or went since.
            """,
        action: { words throws(UsageError) in
            let ways = [CommandOption.list, .sinceLast, .note].filter(words.has)
            if ways.count > 1 { throw words.error("\(ways[0].name) and \(ways[1].name) exclude each other.") }
            if words.has(.note) {
                if words.has(.json) { throw words.error("sum --note takes no --json.") }
                guard words.arguments.isEmpty else { throw words.error("sum --note notes all days; name none.") }
                return .order(.noteSums)
            }
            let (period, json) = (try words.period(), words.has(.json))
            return words.has(.sinceLast)
                ? .sumChanges(period, json: json) : .sum(period, list: words.has(.list), json: json)
        })
}

extension Command {
    static let export = Command(
        name: "export", arguments: .folder, options: [.size, .exportedFavorites, .exportedAlbum, .format, .json],
        help: "keeps a folder of real files for phones, frames and archives",
        details: """
            The folder gets the mirror's pictures and videos, by year and month and with their dates, as files without any \
            link among them: for Syncthing, a stick, or a frame. Run again it writes what is new or changed and removes what \
            went; of what it did not write itself, or what somebody changed, nothing is touched. A picture that is damaged \
            in the mirror is not exported. Files with words for photo managers go along where the mirror has them.
            """,
        action: { words throws(UsageError) in
            let choice = try words.exported()
            var side: Int?
            if let text = words.value(.size) {
                guard let pixels = Int(text), [1920, 2048, 3840].contains(pixels) else {
                    throw words.error("“\(text)” is no size; it is 1920, 2048 or 3840.")
                }
                side = pixels
            }
            var format = ExportRequest.Format.files
            if let text = words.value(.format) {
                guard let known = ExportRequest.Format(rawValue: text) else {
                    throw words.error("“\(text)” is no format; it is files or bagit.")
                }
                format = known
            }
            let request = ExportRequest(choice: choice, side: side, format: format)
            return .export(request, to: words.arguments[0], json: words.has(.json))
        })
}

extension Command {
    static let metalink = Command(
        name: "metalink", arguments: .optionalPeriod, options: [.servedAt],
        help: "lists pictures for programs that download many",
        details: """
            Prints a Metalink 4 document: every picture and video, of all days or of these, with its size, its SHA-256 and its \
            addresses, first those of the mirrors that --at names, then NASA's. aria2c fetches by it and checks what came. \
            apod-mirror serve has the same at /all.meta4, /2026.meta4 and /2026-11.meta4. No picture is read.
            """,
        action: { words throws(UsageError) in .metalink(try words.period(), servedAt: try words.servers()) })
}

extension Command {
    static let importCommand = Command(
        name: "import", arguments: .collection, options: [.move, .link, .copy, .dryImport, .unchecked, .json],
        help: "takes pictures from a folder that somebody collected",
        details: """
            Each picture is matched to its day by dates in the names of files and folders, by NASA's own names of pictures, by \
            titles and by JSON of other programs, and counts only where its length, beginning, middle and end are those of \
            NASA's picture; where a day's is another, NASA's is fetched. What was not taken is told with the reason. With \
            --unchecked nobody is asked: NASA's records in the folder tell the words, a picture that has the day's name, and \
            the size that is recorded, is taken, and the next sync that can asks NASA about it.
            """,
        action: { words throws(UsageError) in
            let ways = [CommandOption.move, .link, .copy].filter(words.has)
            if ways.count > 1 { throw words.error("\(ways[0].name) and \(ways[1].name) exclude each other.") }
            if words.has(.dryImport), words.has(.json) { throw words.error("import --dry-run takes no --json.") }
            let folder = FolderToImport(
                path: words.arguments[0], manner: words.has(.move) ? .move : words.has(.link) ? .link : .copy,
                isUnchecked: words.has(.unchecked), wantsJSON: words.has(.json))
            return .importPictures(folder, dryRun: words.has(.dryImport))
        })
}

// MARK: - Favorites

extension Command {
    static let favorites = Command(
        name: "favorites",
        subcommands: [
            Command(
                name: "favorites list", options: [.json], help: "every favorite, and whether all is well with it",
                action: { .listFavorites(json: $0.has(.json)) }),
            Command(
                name: "favorites add", arguments: .days, options: [.album],
                help: "links the days' pictures, which are fetched if need be",
                action: { words throws(UsageError) in
                    .changeFavorites(.add(try words.days(), to: try words.album()))
                }),
            Command(
                name: "favorites remove", arguments: .days, help: "removes all links to the days' pictures",
                action: { words throws(UsageError) in .changeFavorites(.remove(try words.days())) }),
            Command(
                name: "favorites restore", arguments: .optionalDays, options: [.sinceTime],
                help: "makes the links again that a removal took",
                action: { words throws(UsageError) in try restoration(words) }),
            Command(
                name: "favorites watch", isHidden: true, help: "keeps favorites until a signal ends it",
                action: { _ in .watchFavorites }),
        ],
        help: "lists, adds, removes and restores favorites",
        details: """
            Every link in the mirror's favorites/ is a favorite, and its sub-folders are albums; these commands only \
            make and remove such links. Without a further word they list. A removal, whoever made it, can be undone.
            """,
        action: { _ in .listFavorites(json: false) })

    private static func restoration(_ words: CommandWords) throws(UsageError) -> Action {
        let (days, time) = (try words.days(), try words.time(.sinceTime))
        guard let time else {
            if days.isEmpty { throw words.error("favorites restore needs a day, or --since with a time.") }
            return .changeFavorites(.restore(days))
        }
        guard days.isEmpty else { throw words.error("favorites restore takes either a day or --since.") }
        return .restoreFavorites(since: time)
    }
}

// MARK: - Serving and the desktop

extension Command {
    static let serve = Command(
        name: "serve", options: [.listen, .publicURL, .publicFavorites, .favoritesByWeb],
        help: "answers for the mirror: NASA's old API, the gallery, feeds",
        details: """
            Programs that read api.nasa.gov/planetary/apod read http://127.0.0.1:8095/planetary/apod instead; / is the \
            gallery, /feed.atom and /feed.json are for feed readers. It only reads, needs no daemon beside it, and stays in \
            the foreground until a signal ends it. ADDRESS 0.0.0.0 or [::] lets the whole network in, which then sees in the \
            gallery what is a favorite and what albums there are. With --favorites-by-web whoever sees that may change it, too: \
            the star of a picture has the daemon make or remove the link in favorites/. It is opened by the machine's name or \
            address then: localhost shows no favorites, as it may be a proxy's word. With --public-url, which is for everybody, pages are made without favorites, unless \
            --favorites is there, too.
            """,
        action: { words throws(UsageError) in
            let listen = try words.value(.listen).map { text throws(UsageError) in
                try words.address(text)
            }
            let publicURL = try words.publicURL()
            if words.has(.publicFavorites), publicURL == nil {
                throw words.error("--favorites goes with --public-url; without it favorites are shown.")
            }
            let takesStars = try words.favoritesByWeb() ?? false
            if takesStars, publicURL != nil {
                throw words.error("--favorites-by-web is for a home network; it does not go with --public-url.")
            }
            return .serve(
                ServeRequest(
                    listen: listen, publicURL: publicURL,
                    tellsFavorites: publicURL == nil || words.has(.publicFavorites),
                    takesStars: takesStars))
        })
}

extension Command {
    static let wallpaper = Command(
        name: "wallpaper", arguments: .picture, options: [.pause, .undo, .unlessPaused],
        help: "has the desktop show a picture",
        details: """
            today is the newest picture, and meant where nothing is named; random is any, favorites any of the favorites. \
            GNOME and Cinnamon, Xfce, KDE Plasma, sway and Hyprland (with hyprpaper) are told by their own commands. \
            --undo brings back what was shown before the first time, where the desktop tells what that was. To have it \
            follow the day's picture: apod-mirror setup --user --wallpaper.
            """,
        action: { words throws(UsageError) in
            let ways = [CommandOption.pause, .undo, .unlessPaused].filter(words.has)
            let isCommand = words.has(.pause) || words.has(.undo)
            if ways.count > 1 { throw words.error("\(ways[0].name) and \(ways[1].name) exclude each other.") }
            if isCommand, let word = words.arguments.first {
                throw words.error("\(ways[0].name) names no picture; “\(word)” is one too many.")
            }
            if words.has(.pause) { return .wallpaper(.pause) }
            if words.has(.undo) { return .wallpaper(.undo) }
            let choice: WallpaperChoice =
                switch words.arguments.first {
                case nil, "today": .newest
                case "random": .random
                case "favorites": .favorites
                default: try words.days().first.map { .day($0) } ?? .newest
                }
            return .wallpaper(.show(choice, unlessPaused: words.has(.unlessPaused)))
        })
}
