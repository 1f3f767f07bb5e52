internal import Settings

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
