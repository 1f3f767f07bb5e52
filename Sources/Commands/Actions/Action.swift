internal import Settings

/// The work of one command, with the options and arguments it was given.
protocol Action: Equatable, Sendable {
    func run(_ call: Call) async throws -> ExitCode
}

/// Prints the help of a command; the program's for the empty name.
struct HelpAction: Action {
    var command: String

    func run(_ call: Call) -> ExitCode {
        call.output.text(Help.text(command: command, unicode: call.output.terminal.isUnicode))
        return .fine
    }
}

struct VersionAction: Action {
    func run(_ call: Call) -> ExitCode {
        call.output.line("apod-mirror \(Version.current)")
        return .fine
    }
}

struct ManualAction: Action {
    var page: Manual

    func run(_ call: Call) -> ExitCode {
        call.output.text(page.text)
        return .fine
    }
}

/// Prints every setting, its value, and where it came from.
struct ConfigAction: Action {
    func run(_ call: Call) throws -> ExitCode {
        try call.settings().listing().forEach { call.output.line($0) }
        return .fine
    }
}
