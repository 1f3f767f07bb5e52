/// The completions of shells: a short script for each, which asks `apod-mirror complete` for what may stand in the place of
/// the word that is typed.
enum CompletionScript {
    static let bash = """
        # Completion of apod-mirror for bash, printed by: apod-mirror manual bash
        _apod_mirror() {
            # Bash takes the = of --option=value for a word of its own.
            local cur=${COMP_WORDS[COMP_CWORD]#=} line
            COMPREPLY=()
            while IFS=$'\\t' read -r line _; do
                case $line in
                :folders) mapfile -t COMPREPLY < <(compgen -d -- "$cur") && compopt -o filenames 2>/dev/null ;;
                :files) mapfile -t COMPREPLY < <(compgen -f -- "$cur") && compopt -o filenames 2>/dev/null ;;
                :users) mapfile -t COMPREPLY < <(compgen -u -- "$cur") ;;
                :groups) mapfile -t COMPREPLY < <(compgen -g -- "$cur") ;;
                *) printf -v line %q "${line%=}" && COMPREPLY+=("$line") ;;
                esac
            done < <(command "${COMP_WORDS[0]/#\\~/$HOME}" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
        }
        complete -F _apod_mirror apod-mirror

        """

    static let zsh = """
        #compdef apod-mirror
        # Completion of apod-mirror for zsh, printed by: apod-mirror manual zsh
        _apod-mirror() {
            local line found
            local -a plain valued
            found=$(command ${~words[1]} complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)
            [[ $PREFIX != --*=* ]] || compset -P '*='
            for line in "${(@f)found}"; do
                case $line in
                :folders) _directories && return ;;
                :files) _files && return ;;
                :users) _users && return ;;
                :groups) _groups && return ;;
                *=$'\\t'*) valued+=("${line%%$'\\t'*}:${line#*$'\\t'}") ;;
                *$'\\t'*) plain+=("${${line%%$'\\t'*}//:/\\\\:}:${line#*$'\\t'}") ;;
                esac
            done
            _describe -t words word plain -- valued -S ''
        }
        _apod-mirror "$@"

        """

    static let fish = """
        # Completion of apod-mirror for fish, printed by: apod-mirror manual fish
        function __apod_mirror
            set -l typed (commandline -ct)
            set -l before (commandline -opc)
            set -l option (string match -r '^--[^=]*=' -- $typed)
            set -l value (string replace -r '^--[^=]*=' '' -- $typed)
            for line in (command $before[1] complete -- $before[2..] $typed 2>/dev/null)
                switch $line
                    case :folders
                        __fish_complete_directories $value
                    case :files
                        __fish_complete_path $value
                    case :users
                        __fish_complete_users
                    case :groups
                        __fish_complete_groups
                    case '*'
                        echo "$option"(string replace -r '=(\\t|$)' '$1' -- $line)
                end
            end
        end
        complete -c apod-mirror -f -a '(__apod_mirror)'

        """
}
