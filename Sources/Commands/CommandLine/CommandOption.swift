internal import Settings

/// A row of the table of options.
struct CommandOption: Equatable, Sendable {
    /// The name with its dashes: `--since`.
    let name: String
    var short: String?
    /// The word that stands for the value in help; `nil` for a switch.
    var placeholder: String?
    /// A line for help.
    let help: String

    /// `--since DAY`
    var usage: String {
        placeholder.map { "\(name) \($0)" } ?? name
    }

    /// `-q, --quiet`
    var names: String { short.map { "\($0), \(usage)" } ?? usage }
}

extension CommandOption {
    static let since = Self(name: "--since", placeholder: "DAY", help: "begin with this day, this time only")
    static let until = Self(name: "--until", placeholder: "DAY", help: "end with this day, this time only")
    static let create = Self(name: "--create", help: "make the mirror where there is none yet")
    static let repair = Self(name: "--repair", help: "repair what is damaged")
    static let from = Self(
        name: "--from", placeholder: "MIRROR", help: "take what NASA does not give from there; may be repeated")
    static let offline = Self(name: "--offline", help: "with --repair, ask no day of NASA")
    static let accept = Self(
        name: "--accept", placeholder: "DAY…|all",
        help: "take the new pictures and words that were held back as doubtful")
    /// It has the name of a setting that is none of verify's business.
    static let keep = Self(
        name: "--keep", placeholder: "DAY…|all", help: "keep what is stored instead, and dispute NASA's no more")

    static let dryRun = Self(name: "--dry-run", help: "only tell what would go")
    static let dryImport = Self(name: "--dry-run", help: "only tell what would be looked for")
    static let move = Self(name: "--move", help: "remove what the mirror has taken from the folder")
    static let link = Self(name: "--link", help: "let both have the same file, where one disk has both")
    static let copy = Self(name: "--copy", help: "leave the folder as it is, as without any of these")
    static let unchecked = Self(name: "--unchecked", help: "ask no day of NASA, and take what looks right")
    static let dryRereading = Self(name: "--dry-run", help: "only tell what would change")

    static let favorites = Self(name: "--favorites", help: "only among the favorites")
    static let reuse = Self(
        name: "--reuse", placeholder: "nasa|cc|copyright|not-said",
        help: "only where the credit says so: NASA's own, Creative Commons, a copyright, or nothing")
    static let album = Self(name: "--album", placeholder: "NAME", help: "in this folder of favorites/, made if need be")
    static let sinceTime = Self(name: "--since", placeholder: "TIME", help: "all that were removed then or later")
    static let exportedFavorites = Self(name: "--favorites", help: "the favorites alone")
    static let exportedAlbum = Self(
        name: "--album", placeholder: "NAME", help: "only the favorites in this folder of favorites/")
    static let size = Self(
        name: "--size", placeholder: "PIXELS", help: "make larger pictures so long and wide: 1920, 2048 or 3840")
    static let format = Self(
        name: "--format", placeholder: "FORMAT", help: "files, or bagit for a bag with words, records and sums")
    static let servedAt = Self(
        name: "--at", placeholder: "URL", help: "where apod-mirror serve answers for these days; may be repeated")
    static let json = Self(name: "--json", help: "for programs")

    static let list = Self(name: "--list", help: "the sums of the years in it, else of the months, else of the days")
    static let note = Self(name: "--note", help: "note the sums of all, for --since-last and status")
    static let sinceLast = Self(name: "--since-last", help: "tell what has changed since --note")

    static let share = Self(
        name: "--share", placeholder: "GROUP", help: "let this group's members add favorites; '' ends that")
    static let user = Self(name: "--user", help: "a service of your own instead of the machine's")
    static let wallpaper = Self(
        name: "--wallpaper", placeholder: "[no]", help: "with --user, let the desktop show each day's picture")
    static let pause = Self(name: "--pause", help: "leave the desktop alone until the next time")
    static let undo = Self(name: "--undo", help: "show what was shown before")
    static let unlessPaused = Self(name: "--unless-paused", help: "do nothing after --pause or --undo")

    /// The value of `--serve` is mostly left out.
    static let serve = Self(
        name: "--serve", placeholder: "[ADDRESS:PORT|no]", help: "let the mirror answer programs and browsers")
    static let favoritesByWeb = Self(
        name: "--favorites-by-web", placeholder: "[no]", help: "let the gallery's readers change favorites")
    static let listen = Self(
        name: "--listen", placeholder: "ADDRESS:PORT", help: "where to answer instead of 127.0.0.1:8095")
    static let publicURL = Self(
        name: "--public-url", placeholder: "URL", help: "what a proxy in front is reached by, such as https://apod.lan")
    static let publicFavorites = Self(name: "--favorites", help: "with --public-url, show favorites and albums, too")

    static let remove = Self(name: "--remove", help: "stop the service and remove what setup made")

    static let config = Self(
        name: "--config", placeholder: "FILE", help: "read this file instead of the usual configuration files")
    static let quiet = Self(name: "--quiet", short: "-q", help: "only warnings and errors")
    static let verbose = Self(name: "--verbose", short: "-v", help: "every step")
    static let help = Self(name: "--help", short: "-h", help: "this text; with a command, what it does and takes")
    static let version = Self(name: "--version", help: "the version")

    /// The options that every command takes, settings aside.
    static let common = [config, quiet, verbose, help, version]

    /// Every setting is an option of every command.
    static let settings = Setting.all.map { setting in
        Self(name: setting.option, placeholder: setting.placeholder, help: setting.help)
    }

    /// Every option of every command. Several may share a name, and differ in what their value means; a command's own
    /// is looked for first, and then those that all commands take.
    static let all = common + settings + Command.rows.flatMap(\.options)
}
