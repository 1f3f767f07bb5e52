internal import HTTP
internal import Settings

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
