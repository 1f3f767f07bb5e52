import Testing

@testable import Settings
@testable import Setup

@Suite("The settings file of a service") struct ServiceSettingsTests {
    private let path = "/etc/apod-mirror/anna.json5"
    private let old: ServiceSettings

    init() throws { old = try Self.settings("/srv/APOD", group: "family") }

    private static func settings(_ mirror: String, group: String? = nil) throws -> ServiceSettings {
        ServiceSettings(mirror: try UnitPath(mirror), group: try group.map(ServiceSettings.group))
    }

    private func change(_ wanted: ServiceSettings, of text: String?) throws -> ServiceSettings.Change {
        try wanted.change(of: text, at: path, effective: text == nil ? Self.settings("/home/anna/x") : old)
    }

    @Test(arguments: ["/srv/APOD", "/srv/My APOD", #"/srv/a"b\c'%é"#, "/srv/a\"\u{301}, keep: 40 //\\\u{301}"])
    func `what is written reads back`(mirror: String) throws {
        for group in [nil, "family"] {
            let settings = try Self.settings(mirror, group: group)
            #expect(ServiceSettings(try ConfigurationFile(path: path, text: settings.text)) == settings)
        }
    }

    @Test func `a missing file is written`() throws {
        #expect(try change(old, of: nil) == .write(old.text))
    }

    @Test func `a file that says so already stays, whoever wrote it`() throws {
        #expect(try change(old, of: old.text) == .none)
        #expect(try change(old, of: "{ mirror: '/srv/APOD', share_group: 'family', keep: 90 }") == .none)
    }

    @Test func `our own file is written anew`() throws {
        for wanted in try [Self.settings("/srv/New", group: "family"), Self.settings("/srv/APOD")] {
            #expect(try change(wanted, of: old.text) == .write(wanted.text))
        }
    }

    @Test func `an edited file is refused with the line to write`() {
        let edited = old.text.replacing("}\n", with: "    history: \"year\",\n}\n")
        #expect(throws: SetupError.edited(file: path, line: 4, wanted: #"mirror: "/srv/New""#)) {
            try change(Self.settings("/srv/New", group: "family"), of: edited)
        }
        #expect(throws: SetupError.edited(file: path, line: 5, wanted: #"share_group: "friends""#)) {
            try change(Self.settings("/srv/APOD", group: "friends"), of: edited)
        }
        #expect(throws: SetupError.edited(file: path, line: 5, wanted: "share_group: null")) {
            try change(Self.settings("/srv/APOD"), of: edited)
        }
        #expect(throws: SetupError.edited(file: path, line: nil, wanted: #"mirror: "/srv/New""#)) {
            try change(Self.settings("/srv/New", group: "family"), of: "{ keep: 90 }")
        }
    }

    @Test func `a file that version 1.0.0 wrote is our own`() throws {
        let text = """
            // Made by apod-mirror setup, which writes it anew as long as nobody has edited it.
            // Further settings may be added; apod-mirror config lists them.
            {
                mirror: "/srv/APOD",
                share_group: "family",
            }

            """
        #expect(try change(old, of: text) == .none)
        let wanted = try Self.settings("/srv/New")
        #expect(try change(wanted, of: text) == .write(wanted.text))
    }

    @Test func `a drop-in that version 1.0.0 wrote still names the disk`() {
        let text = """
            # Made by apod-mirror setup, which writes it anew.
            [Unit]
            RequiresMountsFor="/srv/disk/APOD"
            BindsTo=srv-disk.mount

            [Service]
            ReadWritePaths="-/srv/disk/APOD"

            """
        #expect(ServicePlan.mountUnit(inDropIn: text) == "srv-disk.mount")
    }

    @Test func `two spellings of one letter are two folders`() throws {
        let composed = try Self.settings("/srv/\u{E9}")
        let decomposed = try Self.settings("/srv/e\u{301}")
        #expect(composed != decomposed)
        #expect(
            try decomposed.change(of: composed.text, at: path, effective: composed) == .write(decomposed.text))
    }
}
