internal import Days
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
        let values = Dictionary(sorted.options.map { ($0.option.name, $0.value) }, uniquingKeysWith: { $1 })
        if values[CommandOption.help.name] != nil {
            action = HelpAction(command: command.name)
        } else if values[CommandOption.version.name] != nil {
            action = VersionAction()
        } else {
            let (row, rest) = try command.row(sorted.words.dropFirst())
            let words = CommandWords(command: row, arguments: Array(rest), values: values, today: today)
            try words.checkOptions(sorted.options.map(\.option))
            try words.checkCount()
            action = try row.action(words)
        }
        configurationFile = values[CommandOption.config.name]
        for (option, value) in sorted.options {
            if let setting = Setting.all.first(where: { $0.option == option.name }) {
                settings.append(SettingOption(key: setting.key, text: value))
            }
            if option == .quiet { threshold = .warning }
            if option == .verbose { threshold = .debug }
        }
        try checkSetup()
    }
}

extension Invocation {
    /// Refuses what `setup` would ignore: every setting but `mirror`, which `--remove` ignores, too.
    fileprivate func checkSetup() throws(UsageError) {
        guard let setup = action as? SetupAction else { return }
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
        case .none where !arguments.isEmpty:
            throw error("\(command.name) takes no argument; “\(arguments[0])” is one too many.")
        case .day where arguments.count > 1, .optionalDay where arguments.count > 1, .picture where arguments.count > 1:
            throw error("\(command.name) takes only one day; “\(arguments[1])” is one too many.")
        case .day where arguments.isEmpty, .days where arguments.isEmpty:
            throw error("\(command.name) needs a day, such as \(today).")
        case .words where arguments.isEmpty: throw error("\(command.name) needs a word to look for.")
        case .optionalUser where arguments.count > 1:
            throw error("\(command.name) takes only one user; “\(arguments[1])” is one too many.")
        case .mirror where arguments.count > 1:
            throw error("compare takes only one mirror; “\(arguments[1])” is one too many.")
        case .mirror where arguments.isEmpty:
            throw error("compare needs another mirror: a folder, or an address such as http://nas.local:8095.")
        case .none, .day, .optionalDay, .days, .words, .optionalUser, .mirror, .picture: break
        }
    }
}

private func unknownCommand(_ name: String) -> String {
    let meant = nearest(to: name, in: Command.all.filter { !$0.isHidden && !$0.name.isEmpty }.map(\.name))
    return "There is no command “\(name)”." + (meant.map { " Is \($0) meant?" } ?? "")
}
