import Days

@testable import Settings

extension FuzzTarget {
    /// A configuration file.
    static let configuration = FuzzTarget("configuration") { bytes in
        let paths = AbsolutePath(home: "/home/ada", directory: nil)
        var loaded = LoadedConfiguration(configuration: Configuration(mirror: "/srv/apod"), home: paths.home)
        do {
            let file = try ConfigurationFile(path: "config.json5", text: String(decoding: bytes, as: UTF8.self))
            for (setting, value, line) in file.values {
                try loaded.set(setting, to: value, from: .file(file.path, line: line), paths: paths)
                try checkWritten(setting, loaded.configuration, paths)
            }
            try loaded.check()
        } catch let error as ConfigurationError {
            let sentence = "\(error)"
            try promise("an error can be shown", printable(sentence) == sentence)
        }
        if let group = loaded.configuration.shareGroup {
            try promise("a group is one name", !group.utf8.contains { $0 <= 0x20 || $0 == UInt8(ascii: "/") })
        }
        for line in loaded.listing() { try promise("a setting can be shown", printable(line) == line) }
    }

    /// What `apod-mirror config` shows may be written.
    private static func checkWritten(
        _ setting: Setting, _ configuration: Configuration, _ paths: AbsolutePath
    ) throws {
        let text = setting.value(in: configuration)
        guard !text.isEmpty else { return }
        var again = configuration
        do {
            try setting.set(.text(text), paths: paths, in: &again)
        } catch {
            throw BrokenPromise(description: "\(setting.key) takes what it shows: \(text)")
        }
        try promise("\(setting.key) means what it shows: \(text)", setting.value(in: again) == text)
    }
}
