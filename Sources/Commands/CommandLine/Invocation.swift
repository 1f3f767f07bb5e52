internal import Days
internal import HTTP
internal import Settings

/// A parsed command line.
struct Invocation: Sendable {
    var action: any Action
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
            action = Help(command: command.name)
        } else if values[CommandOption.version.name] != nil {
            action = ShowVersion()
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
        let taken = command.arguments
        if arguments.isEmpty, let needed = taken.needed { throw error("\(command.name) needs \(needed(today)).") }
        // The words behind an option of many values are some of these.
        let isOfOption = command.options.contains { has($0) && $0.placeholder?.contains(words: "…") == true }
        guard let only = taken.only, !isOfOption else { return }
        let (most, count) = only.isEmpty ? (0, "no argument") : (1, "only one \(only)")
        guard arguments.count > most else { return }
        throw error("\(command.name) takes \(count); “\(arguments[most])” is one too many.")
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
