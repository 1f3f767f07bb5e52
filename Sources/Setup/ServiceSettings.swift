internal import Folder
package import MirrorTree
package import Settings

/// The settings that `setup` looks after: where the mirror is and who shares its favorites.
package struct ServiceSettings: Equatable, Sendable {
    package var mirror: UnitPath
    package var group: UnitName?

    /// The file as `setup` writes it.
    var text: String {
        var lines = [
            "// Made by apod-mirror setup, which writes it anew as long as nobody has edited it.",
            "// Further settings may be added; apod-mirror config lists them.", "{",
            "    mirror: \(Self.quoted(mirror.text)),",
        ]
        if let group { lines.append("    share_group: \(Self.quoted(group.text)),") }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    static func quoted(_ text: String) -> String {
        "\"" + text.escaped(["\\": #"\\"#, "\"": #"\""#]) + "\""
    }

    enum Change: Equatable {
        case none
        case write(String)
    }

    /// The change that the settings file at a path needs.
    ///
    /// - Parameters:
    ///   - existing: the file's text; `nil` where there is none yet.
    ///   - effective: the settings that hold now, all files read.
    func change(of existing: String?, at path: String, effective: ServiceSettings) throws -> Change {
        guard let existing else { return .write(text) }
        if effective == self { return .none }
        let file = try ConfigurationFile(path: path, text: existing)
        if Self(file)?.text == existing { return .write(text) }
        let isMirror = effective.mirror != mirror
        let key = isMirror ? "mirror" : "share_group"
        let wanted = isMirror ? Self.quoted(mirror.text) : group.map { Self.quoted($0.text) } ?? "null"
        throw SetupError.edited(
            file: path, line: file.values.first { $0.setting.key == key }?.line, wanted: "\(key): \(wanted)")
    }

    /// Reads a file of just these settings; `nil` for any other.
    init?(_ file: ConfigurationFile) {
        var values: [String: String] = [:]
        for (setting, value, _) in file.values { values[setting.key] = value.word }
        guard let mirror = values["mirror"].flatMap({ try? UnitPath($0) }) else { return nil }
        self.init(mirror: mirror, group: values["share_group"].flatMap(UnitName.init))
    }

    init(mirror: UnitPath, group: UnitName? = nil) {
        self.mirror = mirror
        self.group = group
    }

    package init(_ configuration: Configuration) throws {
        mirror = try UnitPath(configuration.mirror)
        group = try configuration.shareGroup.map(Self.group)
    }

    /// A group as a unit may name it.
    package static func group(_ name: String) throws -> UnitName {
        guard let group = UnitName(name) else { throw SetupError.unfitGroup(name) }
        return group
    }
}

// MARK: - Settings as root reads them

/// The settings of a person's service of the machine, as root reads them: from files that only root can change, and
/// from no other.
package struct MachineSettings {
    package let account: UserAccount
    /// The folder of the machine's settings.
    var etc = ProcessEnvironment.machineSettings

    package init(account: UserAccount, etc: String = ProcessEnvironment.machineSettings) {
        self.account = account
        self.etc = etc
    }

    package func load() throws -> Configuration { try loaded().configuration }

    /// The settings with the places that they came from.
    package func loaded() throws -> LoadedConfiguration {
        try checkFiles()
        let process = ProcessEnvironment(
            environment: [ConfigurationLoader.userFileVariable: "no"], etc: etc, home: account.home, user: account.name,
            workingDirectory: "/")
        var loaded = try ConfigurationLoader(process: process).load()
        let isBuiltIn = Setting.all.contains { $0.key == "mirror" && loaded.origin(of: $0) == .builtIn }
        if isBuiltIn, let proposedMirror { loaded.configuration.mirror = proposedMirror }
        return loaded
    }

    /// The note that the person's mirror has of its source, which is only ever printed; `nil` where none lies on a way
    /// that others cannot change.
    package func sourceState(of mirror: UnitPath) -> SourceState? {
        guard let way = try? VerifiedPath(mirror, for: account), way.isThere else { return nil }
        return try? Tree.sourceState(in: way.folder)
    }

    private func checkFiles() throws {
        let way = try VerifiedPath(UnitPath(etc), for: nil)
        guard way.isThere else { return }
        for name in ["config.json5", "\(account.name).json5"] {
            guard let status = try way.folder.status(FilePath(name)) else { continue }
            guard status.kind == .file, let file = try way.folder.open(FilePath(name)),
                FolderTrust().stranger(try file.writeAccess(), isLast: true) == nil
            else { throw UntrustedPath.file("\(etc)/\(name)") }
        }
    }

    /// `APOD` in the pictures folder that the person's own file names, as long as that lies in their home, where root
    /// does nothing but read. `nil` where the file is missing or says anything else.
    private var proposedMirror: String? {
        guard let folder = try? VerifiedPath(UnitPath(account.home + "/.config"), for: account), folder.isThere,
            let bytes = try? folder.folder.read("user-dirs.dirs", limit: 1 << 16),
            let text = String(validating: bytes, as: UTF8.self),
            let mirror = try? UnitPath(picturesFolder(userDirs: text, home: account.home) + "/APOD"),
            mirror.lies(below: account.home)
        else { return nil }
        return mirror.text
    }
}
