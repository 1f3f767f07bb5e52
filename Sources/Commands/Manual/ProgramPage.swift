internal import Days
internal import Settings

/// The man page apod-mirror(1).
enum ProgramPage {
    static var text: String {
        var page = Roff("apod-mirror", section: 1, heading: "User Commands")
        page.name("apod-mirror", "keeps NASA's Astronomy Picture of the Day on your own disk")
        page.section("SYNOPSIS")
        page.synopsis(["apod-mirror [OPTION…]"] + rows.map(\.usage))
        page.section("DESCRIPTION")
        description.forEach { page.paragraph($0) }
        page.section("COMMANDS")
        for row in rows { page.item(row.usage, sentence(row.help), row.details) }
        page.section("OPTIONS")
        for (option, commands) in ownOptions { page.item(option.usage, "Of \(commands): \(option.help).") }
        for option in CommandOption.common {
            page.item(option.short.map { "\($0), \(option.usage)" } ?? option.usage, sentence(option.help))
        }
        page.section("SETTINGS")
        page.paragraph("Every setting of apod-mirror.json5(5) is an option too, and wins over files and environment.")
        for option in CommandOption.settings { page.item(option.usage, sentence(option.help)) }
        page.section("DAYS AND TIMES")
        page.paragraph(Help.aboutDays)
        page.paragraph(Help.aboutTimes)
        page.section("FILES")
        for fact in ProgramFacts.files { page.item(fact.term, fact.meaning) }
        page.section("ENVIRONMENT")
        for fact in ProgramFacts.environment { page.item(fact.term, fact.meaning) }
        page.section("SIGNALS")
        for fact in ProgramFacts.signals { page.item(fact.term, fact.meaning) }
        page.section("EXIT STATUS")
        for code in ExitCode.allCases { page.item(String(code.rawValue), code.meaning) }
        page.section("SEE ALSO")
        page.paragraph("apod-mirror.json5(5), systemctl(1), journalctl(1), loginctl(1)")
        return page.text
    }

    private static let description = [
        """
        A mirror is a folder of pictures with their stories, by year and month, that any file manager shows. A link that \
        is dropped into its favorites/ makes a picture a favorite, and a favorite is never lost. Without a command, \
        apod-mirror tells where the mirror is, how many pictures it holds, and today's.
        """,
        """
        As a service it fetches each day's picture once NASA publishes it, and keeps favorites. apod-mirror@USER.service \
        is the machine's, for one user; apod-mirror.service is a user's own (systemctl --user).
        """,
    ]

    private static var rows: [Command] {
        Manual.commands.flatMap { [$0] + $0.visibleSubcommands }
    }

    /// The options of single commands, each with the commands that take it.
    private static var ownOptions: [(CommandOption, String)] {
        rows.flatMap(\.options).reduce(into: []) { found, option in
            guard !found.contains(where: { $0.0 == option }) else { return }
            let takers = rows.filter { $0.options.contains(option) }.map(\.name)
            found.append((option, takers.joined(separator: ", ")))
        }
    }

    private static func sentence(_ fragment: String) -> String {
        fragment.capitalised + "."
    }
}

extension String {
    var capitalised: String {
        prefix(1).uppercased() + dropFirst()
    }
}
