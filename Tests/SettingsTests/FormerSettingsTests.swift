import FoundationEssentials
import Testing

@testable import MirrorTestSupport
@testable import Settings

/// Settings as version 1.0.0 knew them mean the same today. A key that is to go is told for a release before it goes.
@Suite("Settings of an older version") struct FormerSettingsTests {
    /// Every key, with another value than its own. The values are what that version's `config` listed.
    private static let file = """
        // The settings of a long time ago.
        {
            mirror: "/srv/APOD",
            aliases: ["/mnt/apod", "~/apod"],
            source: "planetary-apod=https://nas.local/v1/apod/",
            api_key_file: "~/key",
            history: "year",           // month, year, all, a number of days, or a first day such as "2020-01-01"
            keep: "forever",           // or a number of days: older pictures go, favorites never
            picture_size: "1920",
            video: "page",
            max_video_bytes: "50 MB",
            min_free_bytes: 2000000000,
            connections: 3,
            connections_per_host: 2,
            share_group: "family",
            verify: "weekly",
            thumbnails: false,
            gallery: "no",
            sidecars: "xmp",
        }
        """
    private static let values = [
        "mirror": "/srv/APOD", "aliases": "/mnt/apod:HOME/apod", "source": "planetary-apod=https://nas.local/v1/apod",
        "api_key_file": "HOME/key", "history": "year", "keep": "forever", "picture_size": "1920", "video": "page",
        "max_video_bytes": "50 MB", "min_free_bytes": "2 GB", "connections": "3", "connections_per_host": "2",
        "share_group": "family", "verify": "weekly", "thumbnails": "no", "gallery": "no", "sidecars": "xmp",
    ]

    private let home: TemporaryHome

    init() throws { home = try TemporaryHome() }

    private func values(_ loaded: LoadedConfiguration) -> [String: String] {
        let shown = Setting.all.map { setting in
            let value = setting.value(in: loaded.configuration).replacing(home.root + "/home", with: "HOME")
            return (setting.key, value)
        }
        return Dictionary(uniqueKeysWithValues: shown).filter { Self.values[$0.key] != nil }
    }

    @Test(arguments: ["etc/config.json5", "etc/ada.json5", "home/.config/apod-mirror/config.json5"])
    func `in each of its files`(place: String) throws {
        try home.write(Self.file, to: place)
        #expect(try values(home.load()) == Self.values)
    }

    @Test func `in the environment and on the command line`() throws {
        for (key, value) in Self.values {
            let text = value.replacing("HOME", with: home.root + "/home")
            home.environment["APOD_MIRROR_" + key.uppercased()] = text
        }
        #expect(try values(home.load()) == Self.values)
        let options = home.environment.map { name, value in
            SettingOption(key: String(name.dropFirst("APOD_MIRROR_".count)).lowercased(), text: value)
        }
        home.environment = [:]
        #expect(try values(home.load(options)) == Self.values)
    }

    @Test(arguments: [
        ("history: 60", "60 days"), ("history: '2020-01-01'", "2020-01-01"), ("history: '90 days'", "90 days"),
        ("history: 'all'", "all"), ("keep: 400", "400 days"), ("keep: '400 days'", "400 days"),
        ("picture_size: 3840", "3840"), ("aliases: '/mnt/apod'", "/mnt/apod"), ("max_video_bytes: '1.5 GB'", "1.5 GB"),
        ("source: 'apod-basic'", "apod-basic"),
        ("source: 'apod-basic=http://nas.local/x'", "apod-basic=http://nas.local/x"),
        ("share_group: null", ""), ("thumbnails: 'yes'", "yes"), ("verify: 'off'", "off"),
    ])
    func `in every way to write them`(line: String, value: String) throws {
        try home.write("{ \(line) }", to: "etc/config.json5")
        let loaded = try home.load()
        let setting = try #require(Setting.all.first { line.hasPrefix($0.key + ":") })
        #expect(setting.value(in: loaded.configuration) == value)
    }
}
