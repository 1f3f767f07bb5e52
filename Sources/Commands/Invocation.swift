internal import Days
internal import HTTP
internal import Settings

/// A parsed command line.
struct Invocation: Sendable {
    var action: Action
    /// The settings in the order of the command line: the last one of a key wins.
    var settings: [SettingOption] = []
    /// The file to read instead of the usual configuration files.
    var configurationFile: String?
    /// `warning` for `--quiet`, which also means no progress bar; `debug` for `--verbose`.
    var threshold = Log.Level.info
}

extension Invocation {
    /// Reads the words after the program's name. `today` is NASA's day.
    init(_ arguments: [String], today: Day) throws(UsageError) {
        let sorted = try SortedArguments(arguments)
        let name = sorted.words.first ?? ""
        // A word that is empty is not the bare command.
        guard let command = Command.named(name), sorted.words.isEmpty || !name.isEmpty else {
            throw UsageError(sentence: unknownCommand(name), hint: "apod-mirror --help lists the commands.")
        }
        let values = Dictionary(grouping: sorted.options, by: \.option.name).mapValues { $0.map(\.value) }
        if values[CommandOption.help.name] != nil {
            action = .help(command: command.name)
        } else if values[CommandOption.version.name] != nil {
            action = .version
        } else {
            let (row, rest) = try command.row(sorted.words.dropFirst())
            let words = CommandWords(command: row, arguments: Array(rest), values: values, today: today)
            try words.checkOptions(sorted.options.map(\.option))
            try words.checkCount()
            action = try row.action(words)
        }
        configurationFile = values[CommandOption.config.name]?.last
        settings = sorted.settings
        for (option, _) in sorted.options {
            if option == .quiet { threshold = .warning }
            if option == .verbose { threshold = .debug }
        }
        try checkSetup()
    }
}

extension Invocation {
    /// Refuses what `setup` would ignore: every setting but `mirror`, which `--remove` ignores, too.
    fileprivate func checkSetup() throws(UsageError) {
        guard case .setup(let setup) = action else { return }
        let taken = setup.removes ? [] : ["mirror"]
        let key = settings.map(\.key).first { !taken.contains($0) }
        let file = configurationFile.map { _ in CommandOption.config.name }
        guard let surplus = key.flatMap({ key in Setting.all.first { $0.key == key }?.option }) ?? file else { return }
        throw UsageError(
            sentence: "setup\(setup.removes ? " --remove" : "") does not take \(surplus).",
            hint: "Settings of the service are written into /etc/apod-mirror/USER.json5.")
    }
}

extension CommandWords {
    /// Refuses options of other commands.
    fileprivate func checkOptions(_ options: [CommandOption]) throws(UsageError) {
        let taken = command.options + CommandOption.common + CommandOption.settings
        guard let surplus = options.map(\.name).first(where: { name in !taken.contains { $0.name == name } })
        else { return }
        let others = Command.rows.filter { row in
            !row.isHidden && row.options.contains { $0.name == surplus }
        }.map(\.name)
        let name = command.name.isEmpty ? "apod-mirror alone" : command.name
        let verb = others.count == 1 ? "does" : "do"
        let list = [others.dropLast().joined(separator: ", "), others.last ?? ""].filter { !$0.isEmpty }
        throw error("\(name) does not take \(surplus); \(list.joined(separator: " and ")) \(verb).")
    }

    fileprivate func checkCount() throws(UsageError) {
        switch command.arguments {
        case .none where !arguments.isEmpty && !has(.accept) && !has(.keep):
            throw error("\(command.name) takes no argument; “\(arguments[0])” is one too many.")
        case .optionalDay where arguments.count > 1, .picture where arguments.count > 1:
            throw error("\(command.name) takes only one day; “\(arguments[1])” is one too many.")
        case .days where arguments.isEmpty:
            throw error("\(command.name) needs a day, such as \(today).")
        case .optionalPeriod where arguments.count > 1:
            throw error("\(command.name) takes only one year, month or day; “\(arguments[1])” is one too many.")
        case .folder where arguments.isEmpty: throw error("\(command.name) needs a folder to write to.")
        case .collection where arguments.isEmpty: throw error("\(command.name) needs a folder with pictures.")
        case .collection where arguments.count > 1:
            throw error("\(command.name) takes only one folder; “\(arguments[1])” is one too many.")
        case .words where arguments.isEmpty && !has(.reuse): throw error("\(command.name) needs a word to look for.")
        case .optionalUser where arguments.count > 1:
            throw error("\(command.name) takes only one user; “\(arguments[1])” is one too many.")
        case .mirror where arguments.count > 1:
            throw error("compare takes only one mirror; “\(arguments[1])” is one too many.")
        case .mirror where arguments.isEmpty:
            throw error("compare needs another mirror: a folder, or an address such as http://nas.local:8095.")
        case .none, .optionalDay, .days, .optionalDays, .optionalPeriod, .words, .optionalWords, .optionalUser,
            .mirror, .folder,
            .collection, .picture:
            break
        }
    }
}

private func unknownCommand(_ name: String) -> String {
    let meant = nearest(to: name, in: Command.all.filter { !$0.isHidden && !$0.name.isEmpty }.map(\.name))
    return "There is no command “\(name)”." + (meant.map { " Is \($0) meant?" } ?? "")
}

// MARK: - The words of the command line

/// The words of a command line, parted into options and the rest: options may stand before and behind the command.
struct SortedArguments {
    private(set) var words: [String] = []
    /// The options in their order; the value of a switch is empty.
    private(set) var options: [(option: CommandOption, value: String)] = []

    init(_ arguments: [String]) throws(UsageError) {
        let command = Command.meant(by: arguments)
        // An error shows the usage of the command that is probably meant.
        let hint = command.map { "Usage: \($0.usage)" } ?? "apod-mirror --help lists commands and options."
        let known = (command?.options ?? []) + CommandOption.all
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                words += rest
                return
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                words.append(argument)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = known.first(where: { $0.name == parts[0] || $0.short == parts[0] }) else {
                throw UsageError(sentence: Self.unknownOption(parts[0]), hint: hint)
            }
            let value = parts.count == 2 ? parts[1] : nil
            options.append((option, try Self.value(of: option, given: value, next: &rest, hint: hint)))
        }
    }

    private static func value(
        of option: CommandOption, given: String?, next: inout ArraySlice<String>, hint: String
    ) throws(UsageError) -> String {
        guard let placeholder = option.placeholder else {
            guard given == nil else { throw UsageError(sentence: "\(option.name) takes no value.", hint: hint) }
            return ""
        }
        if let given { return given }
        if placeholder.hasPrefix("[") {
            // A word behind an option whose value may be missing is the value only if it can be one.
            guard let value = next.first, value == "no" || SocketAddress(value) != nil else { return "" }
            next.removeFirst()
            return value
        }
        // A forgotten value must not swallow the next option; one that starts with dashes is written behind `=`.
        guard let value = next.first, !value.hasPrefix("--") else {
            throw UsageError(sentence: "\(option.name) needs a value: \(option.name) \(placeholder).", hint: hint)
        }
        next.removeFirst()
        return value
    }

    private static func unknownOption(_ name: String) -> String {
        let meant = nearest(to: name, in: CommandOption.all.map(\.name))
        return "There is no option \(name)." + (meant.map { " Is \($0) meant?" } ?? "")
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
