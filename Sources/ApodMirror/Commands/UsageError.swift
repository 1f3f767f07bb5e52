internal import Words

/// A command line that makes no sense: what is wrong with it and the one line that helps.
struct UsageError: ExitCoded, Equatable {
    let sentence: String
    let hint: String

    var exitCode: ExitCode { .usage }
}

extension UsageError: CustomStringConvertible {
    /// Two lines, safe for a terminal.
    var description: String {
        printable(sentence) + "\n" + printable(hint)
    }
}
