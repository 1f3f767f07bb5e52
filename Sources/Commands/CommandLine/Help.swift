internal import Days
internal import Settings

/// Prints the help of a command, from the tables of commands, options and settings.
struct Help: Action {
    /// The command's name; the program is meant where that is empty or no command's.
    var command = ""

    func run(_ call: Call) -> ExitCode {
        let terminal = call.output.terminal
        call.output.text(Self.text(command: command, unicode: terminal.isUnicode, columns: terminal.textColumns))
        return .fine
    }
}

struct ShowVersion: Action {
    func run(_ call: Call) -> ExitCode {
        call.output.line("apod-mirror \(Version.current)")
        return .fine
    }
}

extension Help {
    static func text(command name: String = "", unicode: Bool = true, columns: Int = Terminal.mostTextColumns) -> String
    {
        let page = HelpPage(columns: columns, unicode: unicode)
        let lines = Command.named(name).flatMap { $0.name.isEmpty ? nil : page.lines(for: $0) } ?? page.overview
        return lines.joined(separator: "\n") + "\n"
    }

    static let aboutDays = "DAY is written as 2026-11-20; today and yesterday are understood too."
    static let aboutTimes = "TIME is written as \(PastTime.forms)."
}

/// The lines of help in so many columns.
private struct HelpPage {
    let columns: Int
    let unicode: Bool

    var overview: [String] {
        let commands = Command.all.filter { !$0.isHidden }.map { command in
            let words = [command.name, command.arguments.usage].filter { !$0.isEmpty }
            return (words.isEmpty ? "(no command)" : words.joined(separator: " "), command.help)
        }
        let settings = zip(CommandOption.settings, Setting.all).map { option, setting in
            (option.usage, "\(setting.help) [\(setting.builtIn.isEmpty ? "none" : setting.builtIn)]")
        }
        let aboutSettings = """
            A setting may also stand in config.json5, there named picture_size, or in the environment, there named \
            APOD_MIRROR_PICTURE_SIZE. The command line wins over the environment, and that over the files.
            """
        var lines = wrapped("apod-mirror keeps NASA's Astronomy Picture of the Day on your own disk.") + [""]
        lines += wrapped("Usage: apod-mirror [COMMAND] [OPTION…]") + [""]
        lines += table("Commands", commands)
        lines += table("Options", CommandOption.common.map { ($0.names, $0.help) })
        lines += table("Settings", settings)
        return lines + wrapped(aboutSettings) + [""] + wrapped(Help.aboutDays)
    }

    func lines(for command: Command) -> [String] {
        var lines = wrapped("\(command.name): \(command.help)") + [""]
        lines += wrapped("Usage: \(command.usage)", indent: "       ") + [""]
        if !command.details.isEmpty { lines += wrapped(command.details) + [""] }
        let rows = [command] + command.visibleSubcommands
        let inside = rows.dropFirst().map { ($0.usageInside, $0.help) }
        if !inside.isEmpty { lines += table("Commands", inside) }
        let options = rows.flatMap(\.options)
        if !options.isEmpty { lines += table("Options", options.map { ($0.names, $0.help) }) }
        if rows.contains(where: \.takesDays) { lines += wrapped(Help.aboutDays) }
        if rows.contains(where: \.takesTimes) { lines += wrapped(Help.aboutTimes) }
        return lines + wrapped("Options and settings that every command takes: apod-mirror --help")
    }

    private func wrapped(_ text: String, indent: String = "") -> [String] {
        spelled(text).wrapped(to: columns, indent: indent)
    }

    /// The text in the signs that the terminal has.
    private func spelled(_ text: String) -> String { unicode ? text : text.replacing("…", with: "...") }

    /// A heading and rows of two columns, the second wrapped below itself, or below the first where that leaves little room.
    private func table(_ heading: String, _ rows: [(left: String, right: String)]) -> [String] {
        let rows = rows.map { (left: spelled($0.left), right: spelled($0.right)) }
        let left = max(20, rows.map(\.left.width).max() ?? 0)
        let room = columns - left - 4
        guard room >= Self.leastRoom else {
            return [heading + ":"]
                + rows.flatMap { row in
                    row.left.wrapped(to: columns - 2, indent: "  ").map { "  " + $0 }
                        + row.right.wrapped(to: columns - 8).map { "        " + $0 }
                } + [""]
        }
        return [heading + ":"]
            + rows.flatMap { row in
                row.right.wrapped(to: room).enumerated().map { number, line in
                    "  " + (number == 0 ? row.left : "").padded(to: left) + "  " + line
                }
            } + [""]
    }

    private static let leastRoom = 24
}

extension Command {
    /// The usage without the program and the parent command: `add [--album NAME] DAY`.
    fileprivate var usageInside: String {
        String(usage.dropFirst("apod-mirror ".count + name.count - word.count))
    }
}
