import Credits
import Days
import Testing

@testable import Commands
@testable import Service
@testable import Settings

@Suite struct InvocationTests {
    static let today = Day(number: 20_777)
    static let yesterday = Day(number: 20_776)

    private func parse(_ line: String) throws -> Invocation {
        try Invocation(line.split(separator: " ").map(String.init), today: Self.today)
    }

    private func complaint(_ line: String) -> String? {
        do {
            _ = try parse(line)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test(
        arguments: [
            ("", Overview()), ("--quiet", Overview()),
            ("sync", Sync()),
            ("sync --since 2026-11-19 --until=today --create", Sync(since: yesterday, until: today, create: true)),
            ("--create sync", Sync(create: true)),
            ("daemon", RunDaemon()), ("status", ShowStatus()), ("status --json", ShowStatus(json: true)),
            ("show", Show()), ("show yesterday", Show(day: yesterday)),
            ("show -- today", Show(day: today)),
            ("search black hole", Search(words: ["black", "hole"])),
            ("search -- --help", Search(words: ["--help"])),
            ("search - x", Search(words: ["-", "x"])),
            ("search --reuse nasa moon", Search(words: ["moon"], reuse: .nasa)),
            ("search --reuse=not-said", Search(words: [], reuse: .notSaid)),
            ("search --reuse cc --favorites", Search(words: [], amongFavorites: true, reuse: .creativeCommons)),
            ("credits", ListMakers()), ("credits --json jane doe", ListMakers(words: ["jane", "doe"], json: true)),
            ("hide today 2026-11-19", Perform(.hide([today, yesterday]))),
            ("unhide today", Perform(.unhide([today]))), ("gallery", Perform(.gallery)),
            ("verify", Verify()), ("verify --json", Verify(json: true)),
            (
                "verify --accept today yesterday --accept 2026-11-19",
                Perform(.accept(.named([today, yesterday, yesterday])))
            ),
            ("verify --accept all", Perform(.accept(.all))), ("verify --accept=all", Perform(.accept(.all))),
            ("verify --keep all", Perform(.keep(.all))),
            ("verify --keep today 2026-11-19", Perform(.keep(.named([today, yesterday])))),
            (
                "verify --repair --from /disk --from http://nas:8095 --offline",
                Verify(repair: true, others: OtherMirrors(places: ["/disk", "http://nas:8095"], isOffline: true))
            ),
            ("verify --repair --json", Verify(repair: true, json: true)),
            ("sync --from nas", Sync(mirrors: ["nas"])),
            ("prune", Prune()), ("prune --dry-run", Prune(dryRun: true)),
            ("reread", Reread()), ("reread today --dry-run", Reread(days: [today], dryRun: true)),
            ("compare /disk --json", Compare(other: "/disk", json: true)),
            ("sum", Sum()), ("sum 2026 --list", Sum(period: Period("2026") ?? .all, list: true)),
            ("sum --since-last --json", SumChanges(json: true)), ("sum --note", Perform(.noteSums)),
            ("wallpaper", SetWallpaper.show(.newest, unlessPaused: false)),
            ("wallpaper random --unless-paused", SetWallpaper.show(.random, unlessPaused: true)),
            ("wallpaper today", SetWallpaper.show(.newest, unlessPaused: false)),
            ("wallpaper yesterday", SetWallpaper.show(.day(yesterday), unlessPaused: false)),
            ("wallpaper --pause", SetWallpaper.pause), ("wallpaper --undo", SetWallpaper.undo),
            ("manual", PrintManual(page: .program)), ("manual bash", PrintManual(page: .bash)),
            ("complete -- sync --si", Complete(words: ["sync", "--si"])),
            ("config", ShowSettings()), ("--version", ShowVersion()), ("sync --version", ShowVersion()),
            ("--help", Help()), ("hide -h", Help(command: "hide")),
            ("--help sync", Help(command: "sync")), ("show 1 2 3 --help", Help(command: "show")),
        ] as [(String, any Action)])
    func `understands every command`(line: String, action: any Action) throws {
        #expect(try parse(line).action == action)
    }

    @Test func `takes every setting as an option`() throws {
        for setting in Setting.all {
            let invocation = try parse("\(setting.option)=x config")
            #expect(invocation.settings == [SettingOption(key: setting.key, text: "x")])
        }
        let invocation = try parse("--source planetary-apod=https://x/y --keep 40 sync --keep=50 --config a.json5")
        #expect(
            invocation.settings == [
                SettingOption(key: "source", text: "planetary-apod=https://x/y"),
                SettingOption(key: "keep", text: "40"), SettingOption(key: "keep", text: "50"),
            ])
        #expect(invocation.configurationFile == "a.json5")
    }

    @Test func `a command's own option is no setting of the same name`() throws {
        #expect(try parse("verify --keep today").settings == [])
        #expect(try parse("--keep 40 sync").settings == [SettingOption(key: "keep", text: "40")])
    }

    @Test(
        arguments: [
            ("sync", .info), ("sync --quiet", .warning), ("-v sync", .debug), ("-q sync --verbose", .debug),
        ] as [(String, Log.Level)])
    func `is as talkative as it is told`(line: String, threshold: Log.Level) throws {
        #expect(try parse(line).threshold == threshold)
    }

    @Test(arguments: [
        ("snyc", "There is no command “snyc”. Is sync meant?\napod-mirror --help lists the commands."),
        ("dance", "There is no command “dance”.\napod-mirror --help lists the commands."),
        (
            "sync --sinse today",
            "There is no option --sinse. Is --since meant?\n"
                + "Usage: apod-mirror sync [--since DAY] [--until DAY] [--from MIRROR] [--create]"
        ),
        ("--bogus", "There is no option --bogus.\napod-mirror --help lists commands and options."),
        ("show -x", "There is no option -x.\nUsage: apod-mirror show [DAY]"),
        (
            "verify --accept",
            "--accept needs a value: --accept DAY…|all.\nUsage: apod-mirror verify [--repair] [--from MIRROR] "
                + "[--offline] [--accept DAY…|all] [--keep DAY…|all] [--json]"
        ),
        (
            "verify --from /disk",
            "--from goes with --repair.\nUsage: apod-mirror verify [--repair] [--from MIRROR] [--offline] "
                + "[--accept DAY…|all] [--keep DAY…|all] [--json]"
        ),
        (
            "verify --accept --repair",
            "--accept needs a value: --accept DAY…|all.\nUsage: apod-mirror verify [--repair] [--from MIRROR] "
                + "[--offline] [--accept DAY…|all] [--keep DAY…|all] [--json]"
        ),
        (
            "verify --accept all today",
            "“all” stands alone.\nUsage: apod-mirror verify [--repair] [--from MIRROR] [--offline] "
                + "[--accept DAY…|all] [--keep DAY…|all] [--json]"
        ),
        (
            "verify --keep today --accept all",
            "--accept and --keep exclude each other.\nUsage: apod-mirror verify [--repair] [--from MIRROR] [--offline] "
                + "[--accept DAY…|all] [--keep DAY…|all] [--json]"
        ),
        ("--quiet=yes config", "--quiet takes no value.\nUsage: apod-mirror config"),
        ("show --create", "show does not take --create; sync does.\nUsage: apod-mirror show [DAY]"),
        ("--create", "apod-mirror alone does not take --create; sync does.\nUsage: apod-mirror"),
        ("config now", "config takes no argument; “now” is one too many.\nUsage: apod-mirror config"),
        ("show today today", "show takes only one day; “today” is one too many.\nUsage: apod-mirror show [DAY]"),
        (
            "search",
            "search needs a word to look for.\nUsage: apod-mirror search [--favorites] "
                + "[--reuse nasa|cc|copyright|not-said] WORDS…"
        ),
        (
            "search --reuse free moon",
            "--reuse is nasa, cc, copyright or not-said, not “free”.\nUsage: apod-mirror search [--favorites] "
                + "[--reuse nasa|cc|copyright|not-said] WORDS…"
        ),
        (
            "hide \u{1B}[2J",
            "\u{FFFD}[2J is not a day; write it as 2026-11-20; today and yesterday are understood too.\n"
                + "Usage: apod-mirror hide DAY…"
        ),
        ("hide", "hide needs a day, such as 2026-11-20.\nUsage: apod-mirror hide DAY…"),
        (
            "show 2026-13-01",
            "2026-13-01 is not a day; write it as 2026-11-20; today and yesterday are understood too.\n"
                + "Usage: apod-mirror show [DAY]"
        ),
        (
            "show 1995-06-15",
            "1995-06-15 is before the first picture, that of 1995-06-16.\nUsage: apod-mirror show [DAY]"
        ),
        (
            "show 2026-11-21",
            "2026-11-21 has not come yet; at NASA it is 2026-11-20.\nUsage: apod-mirror show [DAY]"
        ),
        (
            "sync --since today --until yesterday",
            "--since 2026-11-20 is after --until 2026-11-19.\n"
                + "Usage: apod-mirror sync [--since DAY] [--until DAY] [--from MIRROR] [--create]"
        ),
    ])
    func `says what is wrong and what is right`(line: String, text: String) {
        #expect(complaint(line) == text)
    }

    @Test(arguments: ["--repair", "--json", "--from /disk", "--offline", "--repair --json --from /disk"])
    func `verify takes nothing that ending a dispute would ignore`(options: String) throws {
        for word in ["--accept", "--keep"] {
            for line in ["verify \(options) \(word) today", "verify \(word) all \(options)"] {
                let error = #expect(throws: UsageError.self, "\(line)") { try parse(line) }
                let first = options.prefix { $0 != " " }
                #expect(error?.sentence == "\(first) does not go with \(word), which looks for no damage.")
            }
        }
    }

    @Test func `does not take an empty word for the bare command`() {
        #expect(throws: UsageError.self) { try Invocation([""], today: Self.today) }
        #expect(throws: UsageError.self) { try Invocation(["", "sync"], today: Self.today) }
    }
}
