internal import Days

/// The completion of fish's command line.
enum FishCompletion {
    static var text: String {
        let everywhere = CommandOption.common + CommandOption.settings
        let names = Manual.commands.map(\.name).joined(separator: " ")
        var lines = ["# Completion of apod-mirror for fish, printed by: apod-mirror manual fish"]
        lines.append("complete -c apod-mirror -f")
        lines += everywhere.map { "complete -c apod-mirror" + option($0) }
        for command in Manual.commands {
            lines.append(word(command.name, command.help, when: "not __fish_seen_subcommand_from \(names)"))
            lines += rows(command, seen: "__fish_seen_subcommand_from \(command.name)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func rows(_ command: Command, seen: String) -> [String] {
        var lines = command.options.map { line(when: seen) + option($0) }
        switch command.completedArgument {
        case .users: lines.append(line(when: seen) + " -a '(__fish_complete_users)'")
        case .groups: lines.append(line(when: seen) + " -a '(__fish_complete_groups)'")
        default: break
        }
        let names = command.visibleSubcommands.map(\.word).joined(separator: " ")
        for row in command.visibleSubcommands {
            lines.append(word(row.word, row.help, when: "\(seen); and not __fish_seen_subcommand_from \(names)"))
            lines += row.options.map { line(when: "\(seen); and __fish_seen_subcommand_from \(row.word)") + option($0) }
        }
        return lines
    }

    private static func line(when condition: String) -> String {
        "complete -c apod-mirror -n \(quoted(condition))"
    }

    private static func word(_ word: String, _ help: String, when condition: String) -> String {
        line(when: condition) + " -a \(word) -d \(quoted(help))"
    }

    private static func option(_ option: CommandOption) -> String {
        let names = " -l \(option.name.dropFirst(2))" + (option.short.map { " -s \($0.dropFirst())" } ?? "")
        let value: String =
            switch option.completedValue {
            case .words(let words): " -x -a \(quoted(words.joined(separator: " ")))"
            case .folders: " -x -a '(__fish_complete_directories)'"
            case .files: " -r -F"
            case .users: " -x -a '(__fish_complete_users)'"
            case .groups: " -x -a '(__fish_complete_groups)'"
            case .nothing: " -x"
            case nil: ""
            }
        return names + value + " -d \(quoted(option.help))"
    }

    private static func quoted(_ word: String) -> String {
        "'" + word.replacing("\\", with: #"\\"#).replacing("'", with: #"\'"#) + "'"
    }
}
