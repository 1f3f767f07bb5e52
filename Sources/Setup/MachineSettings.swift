internal import Folder
package import Settings

/// The settings of a person's service of the machine, as root reads them: from files that only root can change, and
/// from no other.
package struct MachineSettings {
    package let person: Person
    /// The folder of the machine's settings.
    var etc = Surroundings.machineSettings

    package init(person: Person, etc: String = Surroundings.machineSettings) {
        self.person = person
        self.etc = etc
    }

    package func load() throws -> Configuration {
        try checkFiles()
        let surroundings = Surroundings(
            environment: [ConfigurationLoader.userFileVariable: "no"], etc: etc, home: person.home, user: person.name,
            workingDirectory: "/")
        let loaded = try ConfigurationLoader(surroundings: surroundings).load()
        var configuration = loaded.configuration
        let isBuiltIn = Setting.all.contains { $0.key == "mirror" && loaded.origin(of: $0) == .builtIn }
        if isBuiltIn { configuration.mirror = proposedMirror ?? configuration.mirror }
        return configuration
    }

    private func checkFiles() throws {
        let way = try VerifiedPath(UnitPath(etc), for: nil)
        guard way.isThere else { return }
        for name in ["config.json5", "\(person.name).json5"] {
            guard let status = try way.folder.status(FilePath(name)) else { continue }
            guard status.kind == .file, let file = try way.folder.open(FilePath(name)),
                FolderTrust().stranger(try file.writeAccess(), isLast: true) == nil
            else { throw UntrustedPath.file("\(etc)/\(name)") }
        }
    }

    /// `APOD` in the pictures folder that the person's own file names, as long as that lies in their home, where root
    /// does nothing but read. `nil` where the file is missing or says anything else.
    private var proposedMirror: String? {
        guard let folder = try? VerifiedPath(UnitPath(person.home + "/.config"), for: person), folder.isThere,
            let bytes = try? folder.folder.read("user-dirs.dirs", limit: 1 << 16),
            let text = String(validating: bytes, as: UTF8.self),
            let mirror = try? UnitPath(picturesFolder(userDirs: text, home: person.home) + "/APOD"),
            mirror.lies(below: person.home)
        else { return nil }
        return mirror.text
    }
}
