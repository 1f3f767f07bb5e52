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
        for option in CommandOption.common { page.item(option.names, sentence(option.help)) }
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

/// Files, variables and signals of the man page, which no other table holds.
enum ProgramFacts {
    struct Fact {
        let term: String
        let meaning: String
    }

    static let files = [
        Fact(
            term: "/etc/apod-mirror/config.json5",
            meaning: "The machine's settings; see apod-mirror.json5(5), also for the files that win over it."),
        Fact(
            term: "/etc/apod-mirror/nasa-api-key",
            meaning: """
                The key for a legacy server that wants one. Only root needs to read it: systemd hands it to the services \
                apod-mirror@USER as a credential.
                """),
        Fact(term: "favorites/", meaning: "In the mirror: links to favorites; its folders are albums."),
        Fact(term: "favorites.json", meaning: "In the mirror: what is a favorite, since when, and what was one."),
        Fact(
            term: "Today.jpg, Today.json",
            meaning: "In the mirror: the newest picture and its metadata; the latter is written last."),
        Fact(
            term: "/run/apod-mirror/USER/status.json",
            meaning: "What the running service apod-mirror@USER says of itself, for programs."),
    ]

    static var environment: [Fact] {
        let settings = Setting.all.map { setting in
            Fact(term: setting.variable, meaning: "The setting \(setting.key) of apod-mirror.json5(5).")
        }
        return settings + [
            Fact(
                term: ConfigurationLoader.userFileVariable,
                meaning: "no: the file of settings in the user's own folder is not read."),
            Fact(
                term: "XDG_CONFIG_HOME",
                meaning: "Where the user's settings and user-dirs.dirs are looked for, instead of ~/.config."),
            Fact(
                term: "CREDENTIALS_DIRECTORY, RUNTIME_DIRECTORY, NOTIFY_SOCKET, WATCHDOG_USEC, JOURNAL_STREAM",
                meaning: "Are set by systemd; see systemd.exec(5)."),
            Fact(
                term: "https_proxy, http_proxy, all_proxy, no_proxy",
                meaning: "The proxy to use, as curl(1) reads them."),
        ]
    }

    static let signals = [
        Fact(
            term: "SIGTERM, SIGINT",
            meaning: "End it within two seconds. What a download has fetched so far is kept, and goes on the next time."
        ),
        Fact(term: "SIGUSR1", meaning: "The service syncs now."),
    ]
}

extension ExitCode {
    /// A sentence for the man page.
    var meaning: String {
        switch self {
        case .fine: "All is well, or a sync found nothing wrong that was not told before. Reasons to wait are printed."
        case .notAllWell:
            "Answered, but not all is well: something that NASA has is missing, not believed or disputed, and no sync told so "
                + "before; status is degraded, which lasts; damage was found; nothing matches; no desktop shows the picture."
        case .noDaemon: "Status was asked, no daemon runs, and all is well."
        case .usage: "The command line makes no sense."
        case .unavailable: "The server cannot be reached, or nothing of it is believed; the service waits instead."
        case .root: "The mirror is missing, is none, was replaced or cannot be written; the service starts anew on it."
        case .inputOutput: "The disk is full or fails, or the system gives no more files or threads."
        case .busy: "Another apod-mirror is at work in the mirror."
        case .configuration: "A file of settings, a variable of the environment or the key is wrong."
        case .interrupted: "A signal ended the command early."
        }
    }
}
