internal import Days
internal import Settings

/// The text of `--help`, from the tables of commands, options and settings.
enum Help {
    /// Help for the command of that name; the overview for an empty or unknown name.
    static func text(command name: String = "", unicode: Bool = true) -> String {
        let lines = Command.named(name).flatMap { $0.name.isEmpty ? nil : page(for: $0) } ?? overview
        let text = lines.joined(separator: "\n") + "\n"
        return unicode ? text : text.replacing("…", with: "...")
    }

    private static let columns = 100

    private static var overview: [String] {
        let commands = Command.all.filter { !$0.isHidden }.map { command in
            let words = [command.name, command.arguments.rawValue].filter { !$0.isEmpty }
            return (words.isEmpty ? "(no command)" : words.joined(separator: " "), command.help)
        }
        let settings = zip(CommandOption.settings, Setting.all).map { option, setting in
            (option.usage, "\(setting.help) [\(setting.builtIn.isEmpty ? "none" : setting.builtIn)]")
        }
        let aboutSettings = """
            A setting may also stand in config.json5, there named picture_size, or in the environment, there named \
            APOD_MIRROR_PICTURE_SIZE. The command line wins over the environment, and that over the files.
            """
        var lines = ["apod-mirror keeps NASA's Astronomy Picture of the Day on your own disk.", ""]
        lines += ["Usage: apod-mirror [COMMAND] [OPTION…]", ""]
        lines += table("Commands", commands)
        lines += table("Options", CommandOption.common.map(row))
        lines += table("Settings", settings)
        lines += aboutSettings.wrapped(to: columns)
        return lines + ["", aboutDays]
    }

    private static func page(for command: Command) -> [String] {
        var lines = ["\(command.name): \(command.help)", ""]
        lines += "Usage: \(command.usage)".wrapped(to: columns, indent: "       ") + [""]
        if !command.details.isEmpty { lines += command.details.wrapped(to: columns) + [""] }
        let rows = [command] + command.visibleSubcommands
        let inside = rows.dropFirst().map { ($0.usageInside, $0.help) }
        if !inside.isEmpty { lines += table("Commands", inside) }
        let options = rows.flatMap(\.options)
        if !options.isEmpty { lines += table("Options", options.map(row)) }
        if rows.contains(where: \.takesDays) { lines.append(aboutDays) }
        if rows.contains(where: \.takesTimes) { lines += aboutTimes.wrapped(to: columns) }
        return lines + ["Options and settings that every command takes: apod-mirror --help"]
    }

    static let aboutDays = "DAY is written as 2026-11-20; today and yesterday are understood too."
    static let aboutTimes = "TIME is written as \(PastTime.forms)."

    private static func row(_ option: CommandOption) -> (String, String) {
        (option.short.map { "\($0), \(option.usage)" } ?? option.usage, option.help)
    }

    /// A heading and rows of two columns, the second wrapped below itself.
    private static func table(_ heading: String, _ rows: [(left: String, right: String)]) -> [String] {
        let left = max(20, rows.map(\.left.width).max() ?? 0)
        return [heading + ":"]
            + rows.flatMap { row in
                row.right.wrapped(to: columns - left - 4).enumerated().map { number, line in
                    "  " + (number == 0 ? row.left : "").padded(to: left) + "  " + line
                }
            } + [""]
    }
}

extension Command {
    /// The usage without the program and the parent command: `add [--album NAME] DAY`.
    fileprivate var usageInside: String {
        String(usage.dropFirst("apod-mirror ".count + name.count - word.count))
    }
}

extension String {
    /// The text's lines, none wider than so many columns: broken between words, a longer word where it must be.
    ///
    /// Line breaks of the text stay, runs of spaces become one. `indent` stands before every line after the first of a
    /// paragraph and counts; it is left out where it would take more than half.
    func wrapped(to columns: Int, indent: String = "") -> [String] {
        split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
            Wrapper(columns: max(1, columns), indent: indent.width * 2 <= columns ? indent : "").lines(of: paragraph)
        }
    }
}

private struct Wrapper {
    let columns: Int
    let indent: String
    var lines: [String] = []
    var line = ""
    var used = 0
    var isFresh = true

    consuming func lines(of paragraph: Substring) -> [String] {
        for word in paragraph.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\r" }) {
            add(String(word))
        }
        return lines + [line]
    }

    private mutating func add(_ word: String) {
        let width = word.width
        if !isFresh, used + 1 + width <= columns {
            line += " " + word
            used += 1 + width
            return
        }
        if !isFresh { breakLine() }
        for character in word {
            if !isFresh, used + character.width > columns { breakLine() }
            line.append(character)
            used += character.width
            isFresh = false
        }
    }

    private mutating func breakLine() {
        lines.append(line)
        line = indent
        used = indent.width
        isFresh = true
    }
}
