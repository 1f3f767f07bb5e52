internal import Days
internal import Folder
internal import MirrorTree
internal import Settings

/// What may stand in the place of the word that is typed. Pure: what only a mirror knows is told by whoever asks.
struct Completion: Equatable {
    /// What a shell offers: a word with a line about it, or names that the shell itself knows.
    enum Offer: Equatable {
        case word(String, String)
        case days, albums, folders, files, users, groups
    }

    /// The word that is typed, as far as it is; of `--option=value` the value.
    private(set) var typed = ""
    private(set) var offers: [Offer] = []
    /// The name of the command that is meant; empty where none is yet.
    private(set) var command = ""

    /// - Parameter words: those behind the program's name, of which the last is typed.
    init(_ words: [String]) {
        var (words, row, awaited) = (Self.joined(words), Command?.none, CommandOption?.none)
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
            offers = CompletedValue(awaited.placeholder ?? "").offers
        } else if let row {
            offers = row.visibleSubcommands.map { .word($0.word, $0.help) }
            if offers.isEmpty { offers = row.completedArgument.offers }
        } else {
            offers = Manual.commands.map { .word($0.name, $0.help) }
        }
    }

    /// Bash takes the equals sign for a word of its own.
    fileprivate static func joined(_ words: [String]) -> [String] {
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

extension CompletedValue {
    fileprivate var offers: [Completion.Offer] {
        switch self {
        case .words(let words): words.map { .word($0, "") }
        case .days(let words): words.map { .word($0, "") } + [.days]
        case .albums: [.albums]
        case .folders: [.folders]
        case .files: [.files]
        case .users: [.users]
        case .groups: [.groups]
        case .nothing: []
        }
    }
}

extension Call {
    /// Prints what a shell may offer, a line each: a word and what it is, behind a tab, or the kind of names that the shell
    /// itself knows. Without a mirror nothing is offered of what only a mirror knows.
    func complete(_ words: [String]) {
        let completion = Completion(words)
        let sorted = try? SortedArguments(Completion.joined(words))
        let file = sorted?.options.last { $0.option == .config }?.value ?? configurationFile
        func mirror() -> Tree? {
            let call = Call(
                options: sorted?.settings ?? [], configurationFile: file, threshold: threshold, process: process,
                output: output, socket: nil)
            return (try? call.settings()).flatMap { try? Tree.open($0.configuration.mirror) }
        }
        for offer in completion.offers {
            switch offer {
            case .word(let word, let help) where word.hasPrefix(completion.typed): output.text("\(word)\t\(help)\n")
            case .word: break
            case .days: mirror()?.days(for: completion).forEach { output.text("\($0.key)\t\(printable($0.value))\n") }
            case .albums: mirror()?.albums(for: completion).forEach { output.text("\(printable($0))\t\n") }
            case .folders, .files, .users, .groups: output.line(":\(offer)")
            }
        }
    }
}

extension Tree {
    /// The newest days that begin as what is typed, with their titles: of all, or of favorites where only these are meant.
    fileprivate func days(for completion: Completion) -> [(key: Day, value: String)] {
        let record = (try? favoritesRecord()) ?? FavoritesRecord()
        var titles: [Day: String] = [:]
        switch completion.command {
        case "favorites remove":
            for favorite in record.favorites.values { titles[favorite.date] = favorite.title ?? "" }
        case "favorites restore": for favorite in record.removed.values { titles[favorite.date] = favorite.title ?? "" }
        default:
            let listing = (try? self.listing()) ?? Listing()
            for day in listing.days.keys.reversed() where "\(day)".hasPrefix(completion.typed) {
                titles[day] = listing.days[day]?.files.first.map { String($0.dropFirst(11)) } ?? ""
                if titles.count == Self.fewDays { break }
            }
        }
        return titles.filter { "\($0.key)".hasPrefix(completion.typed) }.sorted { $0.key > $1.key }
            .prefix(Self.fewDays).map { $0 }
    }

    /// As many as a terminal shows.
    private static let fewDays = 20

    fileprivate func albums(for completion: Completion) -> [String] {
        let favorites = ((try? favoritesRecord()) ?? FavoritesRecord()).favorites.values
        let albums = Set(favorites.flatMap { $0.links.map(\.album.description) })
        return albums.filter { !$0.isEmpty && $0.hasPrefix(completion.typed) }.sorted()
    }
}

extension SortedArguments {
    /// The settings in the order of the command line.
    var settings: [SettingOption] {
        options.compactMap { option, value in
            CommandOption.settings.firstIndex(of: option).map { SettingOption(key: Setting.all[$0].key, text: value) }
        }
    }
}
