internal import Days
internal import Settings

/// A row of the table of commands.
///
/// The parser, `--help`, the man pages and the completions all come from ``all``. A row stands with the ``Action`` that it
/// makes.
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
    /// Makes an action of the words that the parser has sorted.
    let action: @Sendable (CommandWords) throws(UsageError) -> any Action

    /// The arguments that a command takes.
    struct Arguments: Sendable {
        /// The arguments as usage shows them.
        var usage = ""
        /// The words for an error about a missing argument; `nil` where none is needed.
        var needed: (@Sendable (_ today: Day) -> String)?
        /// The word for an argument of which there is one at most; empty where there is none, `nil` where there may be many.
        var only: String?

        static let none = Self(only: "")
        static let optionalDay = Self(usage: "[DAY]", only: "day")
        static let days = Self(usage: "DAY…", needed: { "a day, such as \($0)" })
        static let optionalDays = Self(usage: "[DAY…]")
        static let optionalPeriod = Self(usage: "[YEAR|MONTH|DAY]", only: "year, month or day")
        static let words = Self(usage: "WORDS…")
        static let optionalWords = Self(usage: "[WORDS…]")
        static let optionalUser = Self(usage: "[USER]", only: "user")
        static let mirror = Self(
            usage: "URL|DIR", needed: { _ in "another mirror: a folder, or an address such as http://nas.local:8095" },
            only: "mirror")
        static let collection = Self(usage: "DIR", needed: { _ in "a folder with pictures" }, only: "folder")
        static let folder = Self(usage: "DIR [YEAR|MONTH|DAY…]", needed: { _ in "a folder to write to" })
        static let picture = Self(usage: "[DAY|today|random|favorites]", only: "day")
    }
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
        (["apod-mirror", name, words] + options.map { "[\($0.usage)]" } + [arguments.usage])
            .filter { !$0.isEmpty }.joined(separator: " ")
    }

    private var words: String {
        subcommands.isEmpty ? "" : "[\(visibleSubcommands.map(\.word).joined(separator: "|"))]"
    }

    var takesDays: Bool { usage.contains(words: "DAY") }
    var takesTimes: Bool { usage.contains(words: "TIME") }
}
