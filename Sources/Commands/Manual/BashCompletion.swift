/// The completion of bash's command line. It needs nothing but bash.
enum BashCompletion {
    static var text: String {
        """
        # Completion of apod-mirror for bash, printed by: apod-mirror manual bash
        _apod_mirror() {
            local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
            local command= sub= words= options= i
            # Bash takes the = of --option=value for a word of its own.
            if [[ $cur == = ]]; then
                cur=
            elif [[ $prev == = ]]; then
                prev=${COMP_WORDS[COMP_CWORD - 2]}
            fi
            for ((i = 1; i < COMP_CWORD; i++)); do
                case ${COMP_WORDS[i]} in
                \(valued.map(\.name).joined(separator: " | ")))
                    [[ ${COMP_WORDS[i + 1]} != = ]] || ((++i))
                    ((++i))
                    ;;
                -*) ;;
                *)
                    if [[ ! $command ]]; then
                        command=${COMP_WORDS[i]}
                    elif [[ ! $sub ]]; then
                        sub=${COMP_WORDS[i]}
                    fi
                    ;;
                esac
            done
            COMPREPLY=()
            case $prev in
        \(valueCases.joined(separator: "\n"))
            esac
            case "$command $sub" in
            " ") words="\(Manual.commands.map(\.name).joined(separator: " "))" ;;
        \(Manual.commands.flatMap(commandCases).joined(separator: "\n"))
            esac
            if [[ $cur == -* ]]; then
                words="$options \(everywhere.joined(separator: " "))"
            fi
            mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
        }
        complete -F _apod_mirror apod-mirror

        """
    }

    /// Every option with a value, once.
    private static var valued: [CommandOption] {
        CommandOption.all.filter { $0.placeholder != nil }.reduce(into: []) { options, option in
            if !options.contains(where: { $0.name == option.name }) { options.append(option) }
        }
    }

    private static var everywhere: [String] {
        (CommandOption.common + CommandOption.settings).flatMap { [$0.name, $0.short].compactMap(\.self) }
    }

    /// Options that offer the same share a case.
    private static var valueCases: [String] {
        let bodies = valued.map(offer).reduce(into: [[String]]()) { bodies, body in
            if !bodies.contains(body) { bodies.append(body) }
        }
        return bodies.map { body in
            let names = valued.filter { offer($0) == body }.map(\.name).joined(separator: " | ")
            return "    \(names))\n" + body.map { "        \($0)\n" }.joined() + "        return\n        ;;"
        }
    }

    private static func offer(_ option: CommandOption) -> [String] {
        let namesFiles = "compopt -o filenames 2>/dev/null"
        return switch option.completedValue {
        case .words(let words): [reply("-W \"\(words.joined(separator: " "))\"")]
        case .folders: [namesFiles, reply("-d")]
        case .files: [namesFiles, reply("-f")]
        case .users: [reply("-u")]
        case .groups: [reply("-g")]
        case .nothing, nil: []
        }
    }

    private static func reply(_ words: String) -> String {
        "mapfile -t COMPREPLY < <(compgen \(words) -- \"$cur\")"
    }

    /// Sub-commands come first: of several patterns the shell takes the first that fits.
    private static func commandCases(_ command: Command) -> [String] {
        var cases = command.visibleSubcommands.map { row in
            "    \"\(row.name)\") options=\"\(names(row.options))\" ;;"
        }
        let words: String =
            switch command.completedArgument {
            case .users: "$(compgen -u)"
            case .groups: "$(compgen -g)"
            default: command.visibleSubcommands.map(\.word).joined(separator: " ")
            }
        let options = names(([command] + command.visibleSubcommands).flatMap(\.options))
        if !words.isEmpty {
            cases.append("    \"\(command.name) \") options=\"\(options)\" words=\"\(words)\" ;;")
        }
        return cases + ["    \"\(command.name) \"*) options=\"\(options)\" ;;"]
    }

    private static func names(_ options: [CommandOption]) -> String {
        options.map(\.name).joined(separator: " ")
    }
}
