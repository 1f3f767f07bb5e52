internal import Days

/// The completion of zsh's command line.
enum ZshCompletion {
    static var text: String {
        """
        #compdef apod-mirror
        # Completion of apod-mirror for zsh, printed by: apod-mirror manual zsh
        _apod-mirror() {
            local curcontext=$curcontext state line ret=1
            local -a everywhere commands
            everywhere=(
        \((CommandOption.common + CommandOption.settings).map { "        " + specification($0) }.joined(separator: "\n"))
            )
            _arguments -C $everywhere '1: :->command' '*:: :->rest' && ret=0
            case $state in
            command)
                commands=(
        \(list(Manual.commands, by: \.name, indent: 12))
                )
                _describe -t commands command commands && ret=0
                ;;
            rest)
                case $line[1] in
        \(Manual.commands.map(commandCase).joined(separator: "\n"))
                *) ret=1 ;;
                esac
                ;;
            esac
            return ret
        }
        _apod-mirror "$@"

        """
    }

    private static func commandCase(_ command: Command) -> String {
        let rows = command.visibleSubcommands
        guard !rows.isEmpty else { return rowCase(command, by: \.name) }
        return """
                    \(command.name))
                        _arguments -C $everywhere '1: :->sub' '*:: :->last' && ret=0
                        case $state in
                        sub)
                            commands=(
            \(list(rows, by: \.word, indent: 20))
                            )
                            _describe -t commands command commands && ret=0
                            ;;
                        last)
                            case $line[1] in
            \(rows.map { rowCase($0, by: \.word) }.joined(separator: "\n"))
                            *) ret=1 ;;
                            esac
                            ;;
                        esac
                        ;;
            """
    }

    private static func rowCase(_ row: Command, by name: (Command) -> String) -> String {
        let words = row.options.map(specification) + [argument(row)].compactMap(\.self)
        return """
                    \(name(row)))
                        _arguments $everywhere\(words.map { " \\\n                \($0)" }.joined()) && ret=0
                        ;;
            """
    }

    private static func list(_ commands: [Command], by name: (Command) -> String, indent: Int) -> String {
        let space = String(repeating: " ", count: indent)
        return commands.map { space + quoted("\(name($0)):\($0.help)") }.joined(separator: "\n")
    }

    /// `'--video=[help]:word:(download page)'`
    private static func specification(_ option: CommandOption) -> String {
        let help = option.help.replacing("[", with: "\\[").replacing("]", with: "\\]")
        if let short = option.short {
            return "'(\(short) \(option.name))'{\(short),\(option.name)}" + quoted("[\(help)]")
        }
        guard let value = option.completedValue else { return quoted("\(option.name)[\(help)]") }
        return quoted("\(option.name)=[\(help)]:\(message(option.placeholder ?? "")):\(action(value))")
    }

    private static func argument(_ command: Command) -> String? {
        guard command.arguments != .none else { return nil }
        return quoted("*:\(message(command.arguments.rawValue)):\(action(command.completedArgument))")
    }

    private static func message(_ placeholder: String) -> String {
        String(placeholder.prefix { $0 != ":" }).filter { !"[]…".contains($0) }
    }

    private static func action(_ value: CompletedValue) -> String {
        switch value {
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .folders: "_directories"
        case .files: "_files"
        case .users: "_users"
        case .groups: "_groups"
        case .nothing: "( )"
        }
    }

    private static func quoted(_ word: String) -> String {
        "'" + word.replacing("'", with: #"'\''"#) + "'"
    }
}
