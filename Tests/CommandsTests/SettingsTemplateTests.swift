import Testing

@testable import Commands
@testable import MirrorTestSupport
@testable import Settings

/// The file of settings that a package installs.
@Suite struct SettingsTemplateTests {
    /// The lines that set something once their slashes are gone.
    private static let settings = SettingsTemplate.text.split(separator: "\n").filter { $0.hasPrefix("    //") }
        .filter { !$0.hasPrefix("    // ") }

    @Test func `sets nothing as it comes`() throws {
        let home = try TemporaryHome()
        try home.write(SettingsTemplate.text, to: "etc/config.json5")
        let loaded = try home.load()
        #expect(loaded.configuration == Configuration(mirror: home.root + "/home/Pictures/APOD"))
        #expect(Setting.all.allSatisfy { loaded.origin(of: $0) == .builtIn })
    }

    @Test func `has every setting once`() {
        #expect(
            Self.settings.compactMap { $0.split(separator: ":").first?.dropFirst(6) }.map(String.init)
                == Setting.all.map(\.key))
        #expect(SettingsTemplate.text.split(separator: "\n").allSatisfy { $0.count <= 110 })
    }

    @Test(arguments: settings) func `shows what holds anyway`(line: Substring) throws {
        let home = try TemporaryHome()
        let key = String(line.dropFirst(6).prefix { $0 != ":" })
        let uncommented = SettingsTemplate.text.replacing(line, with: "    " + line.dropFirst(6))
        try home.write(uncommented, to: "etc/config.json5")
        let loaded = try home.load()
        #expect(loaded.configuration == Configuration(mirror: home.root + "/home/Pictures/APOD"))
        for setting in Setting.all { #expect((loaded.origin(of: setting) != .builtIn) == (setting.key == key)) }
    }

    @Test func `shows what holds anyway, all at once`() throws {
        let home = try TemporaryHome()
        try home.write(
            SettingsTemplate.text.replacing("    //", with: "    ").replacing("     ", with: "    // "),
            to: "etc/config.json5")
        #expect(try home.load().configuration == Configuration(mirror: home.root + "/home/Pictures/APOD"))
    }
}
