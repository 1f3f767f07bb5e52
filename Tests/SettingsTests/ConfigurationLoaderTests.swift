import FoundationEssentials
import Testing

@testable import MirrorTestSupport
@testable import Settings

@Suite struct ConfigurationLoaderTests {
    @Test func `needs no settings at all`() throws {
        let home = try TemporaryHome()
        let loaded = try home.load()
        #expect(loaded.configuration == Configuration(mirror: home.root + "/home/Pictures/APOD"))
        #expect(Setting.all.allSatisfy { loaded.origin(of: $0) == .builtIn })
    }

    @Test func `lets the later place win`() throws {
        let home = try TemporaryHome()
        try home.write(
            "{ keep: 100, video: 'page', gallery: false, connections: 2, history: 'all' }", to: "etc/config.json5")
        try home.write("{ video: 'download', gallery: true, connections: 3, history: 60 }", to: "etc/ada.json5")
        try home.write("{ gallery: false, connections: 4, history: 70 }", to: "home/.config/apod-mirror/config.json5")
        home.environment = ["APOD_MIRROR_CONNECTIONS": "5", "APOD_MIRROR_HISTORY": "80", "PATH": "/bin"]
        let loaded = try home.load([SettingOption(key: "history", text: "90")])
        #expect(loaded.configuration.keep == .days(100))
        #expect(loaded.configuration.video == .download)
        #expect(loaded.configuration.gallery == false)
        #expect(loaded.configuration.connections == 5)
        #expect(loaded.configuration.history == .days(90))
        let origins = ["keep", "video", "gallery", "connections", "history", "source"].map { key in
            Setting.all.first { $0.key == key }.map(loaded.origin)
        }
        #expect(
            origins == [
                .file(home.root + "/etc/config.json5", line: 1), .file(home.root + "/etc/ada.json5", line: 1),
                .file(home.root + "/home/.config/apod-mirror/config.json5", line: 1), .environment, .commandLine,
                .builtIn,
            ])
    }

    @Test func `reads another file instead of all three`() throws {
        let home = try TemporaryHome()
        try home.write("{ nonsense", to: "etc/config.json5")
        try home.write("{ keep: 100 }", to: "work/mine.json5")
        #expect(try home.load(file: "mine.json5").configuration.keep == .days(100))
        #expect(home.complaint(file: "yours.json5") == "There is no file yours.json5.")
    }

    @Test func `leaves the user's file out where a service says so`() throws {
        let home = try TemporaryHome()
        try home.write("{ keep: 100 }", to: "home/.config/apod-mirror/config.json5")
        home.environment = ["APOD_MIRROR_USER_CONFIG": "no"]
        #expect(try home.load().configuration.keep == .forever)
        home.environment = ["APOD_MIRROR_USER_CONFIG": "yes"]
        #expect(try home.load().configuration.keep == .days(100))
        home.environment = ["APOD_MIRROR_USER_CONFIG": "0"]
        #expect(
            home.complaint()
                == "The environment variable APOD_MIRROR_USER_CONFIG is “0”; allowed: yes or no.")
    }

    @Test func `finds the user's file where XDG_CONFIG_HOME says`() throws {
        let home = try TemporaryHome()
        try FileManager.default.createDirectory(
            atPath: home.root + "/xdg/apod-mirror", withIntermediateDirectories: true)
        try home.write("{ keep: 100 }", to: "xdg/apod-mirror/config.json5")
        try home.write("XDG_PICTURES_DIR=\"$HOME/Bilder\"", to: "xdg/user-dirs.dirs")
        home.environment = ["XDG_CONFIG_HOME": home.root + "/xdg"]
        let configuration = try home.load().configuration
        #expect(configuration.keep == .days(100))
        #expect(configuration.mirror == home.root + "/home/Bilder/APOD")
        // The machine's service goes by nothing that the user may write.
        home.environment["APOD_MIRROR_USER_CONFIG"] = "no"
        #expect(try home.load().configuration.mirror == home.root + "/home/Pictures/APOD")
    }

    @Test func `takes relative paths from the command line only`() throws {
        let home = try TemporaryHome()
        #expect(
            try home.load([SettingOption(key: "mirror", text: "../apod/")]).configuration.mirror == home.root + "/apod")
        #expect(
            try home.load([SettingOption(key: "mirror", text: "~/apod")]).configuration.mirror == home.root
                + "/home/apod")
        home.environment = ["APOD_MIRROR_MIRROR": "apod"]
        #expect(
            home.complaint() == """
                The environment variable APOD_MIRROR_MIRROR is “apod”, which is a relative path; \
                write it from / or from ~/; allowed: a folder's path.
                """)
        home.environment = [:]
        try home.write("{\n  aliases: ['/srv/apod', 'apod']\n}", to: "etc/config.json5")
        #expect(
            home.complaint() == """
                ROOT/etc/config.json5, line 2: aliases is [“/srv/apod”, “apod”], which is a relative path; write it \
                from / or from ~/; allowed: a list of folders' paths, or a text of them with : between.
                """)
    }

    @Test func `refuses variables it does not know`() throws {
        let home = try TemporaryHome()
        home.environment = ["APOD_MIRROR_HISTROY": "all"]
        #expect(
            home.complaint() == """
                There is no setting for the environment variable APOD_MIRROR_HISTROY. \
                Is APOD_MIRROR_HISTORY meant?
                """)
    }

    @Test func `refuses to keep less than the history asks for`() throws {
        let home = try TemporaryHome()
        try home.write("{ keep: 30 }", to: "etc/config.json5")
        #expect(
            home.complaint() == """
                ROOT/etc/config.json5, line 1: keep is 30 days, shorter than history, which is month; \
                allowed: forever, or at least 31 days.
                """)
        #expect(home.complaint([SettingOption(key: "history", text: "30")]) == nil)
        #expect(home.complaint([SettingOption(key: "history", text: "all")]) == nil)
    }

    @Test func `needs a home only for what lies there`() throws {
        let process = ProcessEnvironment(environment: [:], etc: "/nowhere", workingDirectory: "/")
        let loader = ConfigurationLoader(process: process)
        let loaded = try loader.load(options: [SettingOption(key: "mirror", text: "/srv/apod")])
        #expect(loaded.configuration.mirror == "/srv/apod")
        #expect(throws: ConfigurationError.self) { try loader.load() }
    }

    @Test func `reads numbers as JSON5 writes them`() throws {
        let home = try TemporaryHome()
        try home.write(
            "{ max_video_bytes: 2e8, min_free_bytes: 0x10, connections: +3, keep: 4e2 }", to: "etc/config.json5")
        let configuration = try home.load().configuration
        #expect(configuration.maxVideoBytes == 200_000_000)
        #expect(configuration.minFreeBytes == 16)
        #expect(configuration.connections == 3)
        #expect(configuration.keep == .days(400))
    }

    @Test func `knows whose mistake it was`() throws {
        let home = try TemporaryHome()
        let error = #expect(throws: ConfigurationError.self) {
            try home.load([SettingOption(key: "keep", text: "never")])
        }
        #expect(error?.exitCode == .usage)
        #expect(error?.description == "--keep is “never”; allowed: forever, or a number of days such as 90.")
        home.environment = ["APOD_MIRROR_KEEP": "never"]
        let other = #expect(throws: ConfigurationError.self) { try home.load() }
        #expect(other?.exitCode == .configuration)
    }

    @Test func `lists every setting in columns`() throws {
        let home = try TemporaryHome()
        try home.write("{ min_free_bytes: '1.5 GB' }", to: "etc/config.json5")
        home.environment = ["APOD_MIRROR_KEEP": "400"]
        let listing = try home.load([SettingOption(key: "video", text: "page")]).listing()
        #expect(listing.count == Setting.all.count)
        #expect(listing[0] == "mirror                ~/Pictures/APOD  built in")
        #expect(listing[1] == "aliases               none             built in")
        #expect(listing[5] == "keep                  400 days         APOD_MIRROR_KEEP")
        #expect(listing[7] == "video                 page             command line")
        #expect(listing[9] == "min_free_bytes        1.5 GB           \(home.root)/etc/config.json5")
    }

    @Test func `says where another source is to be written`() throws {
        let home = try TemporaryHome()
        let (machine, own) = (home.root + "/etc/config.json5", home.root + "/home/.config/apod-mirror/config.json5")
        func remedy(_ options: [SettingOption] = []) throws -> String {
            try home.load(options).sourceRemedy("apod-basic")
        }
        #expect(try remedy() == "write source: \"apod-basic\" into \(own)")
        try home.write("{\n  keep: 100,\n  source: 'planetary-apod=https://x' }", to: "etc/config.json5")
        #expect(try remedy() == "write source: \"apod-basic\" in line 3 of \(machine)")
        home.environment = ["APOD_MIRROR_SOURCE": "planetary-apod=https://x"]
        #expect(try remedy() == "set APOD_MIRROR_SOURCE to apod-basic")
        #expect(
            try remedy([SettingOption(key: "source", text: "planetary-apod=https://x")]) == "use --source apod-basic")
    }

    @Test(arguments: [
        ("planetary-apod=https://api.nasa.gov/planetary/apod", true),
        ("planetary-apod=https://nas.local/v1/apod", false),
        ("apod-basic", false),
    ])
    func `knows the server that NASA switches off`(source: String, ends: Bool) throws {
        let home = try TemporaryHome()
        let loaded = try home.load([SettingOption(key: "source", text: source)])
        #expect((loaded.configuration.source.end == "2026-12-01") == ends)
    }
}
