internal import Settings

/// The files that a package ships beside the program: man pages and the file of settings, written from the same tables as
/// `--help`, and completions, which ask them.
enum Manual: String, CaseIterable, Sendable {
    case program = "apod-mirror.1"
    case settings = "apod-mirror.json5.5"
    case bash
    case zsh
    case fish
    case configuration = "config.json5"

    var text: String {
        switch self {
        case .program: ProgramPage.text
        case .settings: SettingsPage.text
        case .bash: CompletionScript.bash
        case .zsh: CompletionScript.zsh
        case .fish: CompletionScript.fish
        case .configuration: SettingsTemplate.text
        }
    }

    /// The commands that a person may type, the bare one aside.
    static var commands: [Command] {
        Command.all.filter { !$0.isHidden && !$0.name.isEmpty }
    }
}

/// Prints a file that a package ships.
struct PrintManual: Action {
    var page = Manual.program

    static let row = Command(
        name: "manual",
        subcommands: Manual.allCases.map { page in
            Command(name: "manual \(page.rawValue)", help: "prints it", action: { _ in PrintManual(page: page) })
        },
        isHidden: true, help: "prints what a package ships beside the program", action: { _ in PrintManual() })

    func run(_ call: Call) -> ExitCode {
        call.output.text(page.text)
        return .fine
    }
}

/// The values that a shell can offer in place of a placeholder of the tables.
enum CompletedValue: Equatable {
    case words([String])
    case folders
    case files
    case users
    case groups
    /// Days of the mirror, and words that stand for some.
    case days([String])
    case albums
    /// A value that is not known beforehand, such as a size or an address.
    case nothing

    /// Reads `DIR`, `[USER]`, `download|page`.
    init(_ placeholder: String) {
        let name = placeholder.prefix { $0 != ":" }.filter { !"[]…".contains($0) }
        switch name {
        case "URL|DIR",
            _ where name.hasPrefix("DIR"):
            self = .folders
        case "FILE": self = .files
        case "DAY", "YEAR|MONTH|DAY": self = .days([])
        case "DAY|all": self = .days(["all"])
        case "DAY|today|random|favorites": self = .days(["today", "random", "favorites"])
        case "NAME": self = .albums
        case "USER": self = .users
        case "GROUP": self = .groups
        case _ where name.contains("|"): self = .words(name.lowercased().split(separator: "|").map(String.init))
        default: self = .nothing
        }
    }
}

extension Command {
    var completedArgument: CompletedValue { CompletedValue(arguments.usage) }
}
