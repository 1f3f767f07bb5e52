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
