import FoundationEssentials

@testable import Settings

/// A home, an /etc folder and a working directory of their own, gone when the test is.
final class TemporaryHome {
    let root: String
    var environment: [String: String] = [:]

    init() throws {
        root = FileManager.default.temporaryDirectory.path + "/apod-mirror-" + UUID().uuidString
        for folder in ["home/.config/apod-mirror", "etc", "work"] {
            try FileManager.default.createDirectory(atPath: root + "/" + folder, withIntermediateDirectories: true)
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: root)
    }

    var process: ProcessEnvironment {
        ProcessEnvironment(
            environment: environment, etc: root + "/etc", home: root + "/home", user: "ada",
            workingDirectory: root + "/work")
    }

    func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: root + "/" + path))
    }

    func load(_ options: [SettingOption] = [], file: String? = nil) throws -> LoadedConfiguration {
        try ConfigurationLoader(process: process).load(options: options, file: file)
    }

    /// The sentence that loading fails with, its temporary folder written as `ROOT`.
    func complaint(_ options: [SettingOption] = [], file: String? = nil) -> String? {
        do {
            _ = try load(options, file: file)
            return nil
        } catch {
            return "\(error)".replacing(root, with: "ROOT")
        }
    }
}
