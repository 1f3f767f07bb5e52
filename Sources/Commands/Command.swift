internal import Service
internal import Settings

/// A row of the table of commands.
///
/// The parser, `--help`, the man pages and the completions all come from ``all``.
struct Command: Sendable {
    /// The name: empty for the bare `apod-mirror`, both words for a sub-command.
    let name: String
    /// The commands that the next word may name, rows of their own; without a word the first is meant.
    var subcommands: [Command] = []
    /// Whether help leaves the command out, since it is not for people to type.
    var isHidden = false
    var arguments = Arguments.none
    /// Options besides those that every command takes.
    var options: [CommandOption] = []
    /// A line for the list of commands.
    let help: String
    /// More to know, for the command's own help and the man page.
    var details = ""
    /// Makes an ``Action`` of the words that the parser has sorted.
    let action: @Sendable (CommandWords) throws(UsageError) -> any Action

    /// The arguments that a command takes, as usage shows them.
    enum Arguments: String, Sendable {
        case none = ""
        case day = "DAY"
        case optionalDay = "[DAY]"
        case days = "DAY…"
        case optionalDays = "[DAY…]"
        case words = "WORDS…"
        case optionalUser = "[USER]"
        case mirror = "URL|DIR"
        case picture = "[DAY|today|random|favorites]"
    }

    static let all = [
        Command(
            name: "", help: "where the mirror is, how many pictures it holds, and today's",
            action: { _ in OverviewAction() }),
        setup,
        Command(
            name: "sync", options: [.since, .until, .create], help: "fetches what is missing",
            details: """
                One pass over all days of the mirror, newest first. Pictures that were deleted come back; what is \
                there already is not fetched again. --create takes a missing or an empty folder, or a mirror that lost \
                its .apod-mirror; it changes nothing where there is a mirror. A daemon that has the mirror makes the pass, by \
                its own settings: a longer --history counts from then on, another setting named here is refused.
                """,
            action: { words throws(UsageError) in
                let (since, until) = (try words.day(.since), try words.day(.until))
                if let since, let until, since > until {
                    throw words.error("--since \(since) is after --until \(until).")
                }
                return SyncAction(since: since, until: until, create: words.has(.create))
            }),
        Command(
            name: "daemon", help: "keeps the mirror and its favorites up to date; the service",
            details: """
                Looks at NASA until today's picture is in, then sleeps until tomorrow; watches favorites/ all the time. \
                It stays in the foreground and says what it does on standard error. SIGTERM ends it, SIGUSR1 syncs now.
                """,
            action: { _ in DaemonAction() }),
        Command(
            name: "status", options: [.json], help: "how the daemon and the mirror are",
            details: "The exit code is 0 when all is well, 1 when not, and 3 when no daemon runs.",
            action: { StatusAction(json: $0.has(.json)) }),
        Command(
            name: "show", arguments: .optionalDay, help: "tells a picture's story",
            details: "Title, credit, explanation and path; of the newest picture unless a DAY is given.",
            action: { words throws(UsageError) in ShowAction(day: try words.days().first) }),
        Command(
            name: "search", arguments: .words, options: [.favorites], help: "finds pictures by title and explanation",
            details: "Prints the date, title and path of every picture that has all the words.",
            action: { SearchAction(words: $0.arguments, amongFavorites: $0.has(.favorites)) }),
        favorites,
        Command(
            name: "hide", arguments: .days, help: "removes pictures for good",
            details: "Their metadata stay; they are not fetched again until unhide. A favorite cannot be hidden.",
            action: { words throws(UsageError) in OrderAction(order: .hide(try words.days())) }),
        Command(
            name: "unhide", arguments: .days, help: "brings hidden pictures back",
            details: "The next sync fetches them.",
            action: { words throws(UsageError) in OrderAction(order: .unhide(try words.days())) }),
        Command(
            name: "verify", options: [.repair, .accept, .json], help: "looks for damage, byte by byte",
            details: """
                Pictures and the second copies of favorites are compared with their checksums, and all that refers to \
                them is looked at: names, links, the record of favorites, Today and pages. What is damaged gives way only \
                to the very bytes that were stored: NASA's, else those of the second copy.
                """,
            action: { words throws(UsageError) in
                VerifyAction(repair: words.has(.repair), accept: try words.day(.accept), json: words.has(.json))
            }),
        Command(
            name: "reread", arguments: .optionalDays, options: [.dryRereading],
            help: "makes words anew from NASA's records",
            details: """
                Every day's record lies in metadata/published/ as NASA served it, and the day's JSON is made of it. A \
                version that reads records better makes all words anew by itself; this does so at once, of all days or \
                of these, and asks nobody. Pictures stay as they are.
                """,
            action: { words throws(UsageError) in
                RereadAction(days: try words.days(), dryRun: words.has(.dryRereading))
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
            action: { CompareAction(other: $0.arguments[0], json: $0.has(.json)) }),
        Command(
            name: "prune", options: [.dryRun], help: "lets go of pictures that are older than keep allows",
            details: """
                keep counts back from the newest picture in the mirror. Favorites and hidden days stay, and a favorite \
                that was removed stays for 30 days. A sync over all days prunes by itself; one that names days does not.
                """,
            action: { PruneAction(dryRun: $0.has(.dryRun)) }),
        Command(
            name: "gallery", help: "makes thumbnails and pages anew",
            details: """
                They follow what happens by themselves; this is for when they were damaged or another version made \
                them. gallery and thumbnails are settings, too.
                """,
            action: { _ in OrderAction(order: .gallery) }),
        Command(
            name: "config", help: "every setting, its value, and where it came from", action: { _ in ConfigAction() }),
        manual,
    ]
}

extension Command {
    static func named(_ name: String) -> Command? {
        all.first { $0.name == name }
    }

    /// All commands and their sub-commands.
    static let rows = all.flatMap { [$0] + $0.subcommands }

    /// The row that a command line probably means, found before the line is parsed.
    static func meant(by arguments: [String]) -> Command? {
        guard let command = arguments.lazy.filter({ !$0.isEmpty }).compactMap({ named($0) }).first else { return nil }
        return arguments.lazy.compactMap { word in command.subcommands.first { $0.word == word } }.first ?? command
    }

    /// The row that the words after the command mean, and the words that are left for it.
    func row(_ words: ArraySlice<String>) throws(UsageError) -> (row: Command, rest: ArraySlice<String>) {
        guard let first = subcommands.first else { return (self, words) }
        guard let word = words.first else { return (first, words) }
        if let row = subcommands.first(where: { $0.word == word }) { return (row, words.dropFirst()) }
        let meant = nearest(to: word, in: visibleSubcommands.map(\.word)).map { " Is \(name) \($0) meant?" } ?? ""
        throw UsageError(sentence: "\(name) does not know “\(word)”.\(meant)", hint: "Usage: \(usage)")
    }

    /// The last word of the command's name.
    var word: String {
        name.split(separator: " ").last.map(String.init) ?? ""
    }

    var visibleSubcommands: [Command] {
        subcommands.filter { !$0.isHidden }
    }

    /// `apod-mirror sync [--since DAY] [--until DAY] [--create]`
    var usage: String {
        (["apod-mirror", name, words] + options.map { "[\($0.usage)]" } + [arguments.rawValue])
            .filter { !$0.isEmpty }.joined(separator: " ")
    }

    private var words: String {
        subcommands.isEmpty ? "" : "[\(visibleSubcommands.map(\.word).joined(separator: "|"))]"
    }

    var takesDays: Bool { takes("DAY") || [.day, .optionalDay, .days, .optionalDays, .picture].contains(arguments) }

    var takesTimes: Bool { takes("TIME") }

    private func takes(_ placeholder: String) -> Bool {
        options.contains { $0.placeholder == placeholder }
    }
}
