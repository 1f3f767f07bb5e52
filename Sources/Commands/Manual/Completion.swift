internal import Settings

/// The words that may stand in the place of the one that is typed. Pure: a mirror's days and albums are added by whoever asks.
struct Completion {
    /// A word with a line about it, or a kind of names that the shell or a mirror knows.
    enum Offer: Equatable {
        case word(String, String)
        case days, albums, folders, files, users, groups
    }

    /// The word that is typed, as far as it is; of `--option=value` the value.
    private(set) var typed = ""
    private(set) var offers: [Offer] = []
    /// The name of the command that is meant; empty where none is yet.
    private(set) var command = ""
    /// The settings, and the file of more of them, that say which mirror is meant.
    private(set) var settings: [SettingOption] = []
    private(set) var configurationFile: String?

    /// - Parameter words: those behind the program's name, of which the last is typed.
    init(_ words: [String]) {
        var (words, row, awaited) = (Self.joined(words), Command?.none, CommandOption?.none)
        if let given = try? SortedArguments(words) {
            settings = given.settings
            configurationFile = given.options.last { $0.option == .config }?.value
        }
        typed = words.popLast() ?? ""
        for word in words {
            if awaited != nil {
                awaited = nil
            } else if word.hasPrefix("-") {
                let option = Self.option(word, of: row)
                awaited = option.flatMap { $0.placeholder?.hasPrefix("[") == false ? $0 : nil }
            } else if row == nil {
                row = Manual.commands.first { $0.name == word }
            } else if let below = row?.visibleSubcommands.first(where: { $0.word == word }) {
                row = below
            }
        }
        command = row?.name ?? ""
        if awaited == nil, typed.hasPrefix("--"), let equals = typed.firstIndex(of: "=") {
            awaited = Self.option(String(typed[..<equals]), of: row)
            typed = String(typed[typed.index(after: equals)...])
        } else if awaited == nil, typed.hasPrefix("-") {
            offers = Self.options(of: row).flatMap(\.offers)
            return
        }
        if let awaited {
            offers = Offer.all(for: awaited.placeholder ?? "")
        } else if let row {
            offers = row.visibleSubcommands.map { .word($0.word, $0.help) }
            if offers.isEmpty { offers = Offer.all(for: row.arguments.usage) }
        } else {
            offers = Manual.commands.map { .word($0.name, $0.help) }
        }
    }

    /// Bash takes the equals sign for a word of its own.
    private static func joined(_ words: [String]) -> [String] {
        words.reduce(into: []) { joined, word in
            let last = joined.last ?? ""
            if word == "=" && last.hasPrefix("--") || last.hasPrefix("--") && last.hasSuffix("=") {
                joined[joined.count - 1] += word
            } else {
                joined.append(word)
            }
        }
    }

    private static func option(_ name: String, of row: Command?) -> CommandOption? {
        (options(of: row) + CommandOption.all).first { $0.name == name || $0.short == name }
    }

    /// The options of a command and of those below it, and of all.
    private static func options(of row: Command?) -> [CommandOption] {
        let own = row.map { [$0] + $0.visibleSubcommands } ?? []
        return own.flatMap(\.options) + CommandOption.common + CommandOption.settings
    }
}

extension CommandOption {
    /// A name that a value follows has its equals sign.
    fileprivate var offers: [Completion.Offer] {
        [short, placeholder == nil ? name : name + "="].compactMap(\.self).map { .word($0, help) }
    }
}

extension Completion.Offer {
    /// The offers in place of a placeholder of the tables, such as `DIR`, `[USER]` or `download|page`: none for a value that is
    /// not known beforehand, such as a size or an address.
    static func all(for placeholder: String) -> [Self] {
        func words(_ text: some StringProtocol) -> [Self] {
            text.lowercased().split(separator: "|").map { .word(String($0), "") }
        }
        let name = placeholder.prefix { $0 != ":" }.filter { !"[]…".contains($0) }
        return switch name {
        case "URL|DIR",
            _ where name.hasPrefix("DIR"):
            [.folders]
        case "FILE": [.files]
        case "DAY", "YEAR|MONTH|DAY": [.days]
        case _ where name.hasPrefix("DAY|"): words(name.dropFirst(4)) + [.days]
        case "NAME": [.albums]
        case "USER": [.users]
        case "GROUP": [.groups]
        case _ where name.contains("|"): words(name)
        default: []
        }
    }
}
