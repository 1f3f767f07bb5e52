internal import Words

/// A command line that makes no sense: what is wrong with it and the one line that helps.
package struct UsageError: ExitCoded, Equatable {
    package let sentence: String
    package let hint: String

    package init(sentence: String, hint: String) {
        self.sentence = sentence
        self.hint = hint
    }

    package var exitCode: ExitCode { .usage }
}

extension UsageError: CustomStringConvertible {
    /// Two lines, safe for a terminal.
    package var description: String {
        printable(sentence) + "\n" + printable(hint)
    }
}
