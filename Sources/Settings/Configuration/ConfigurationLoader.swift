/// A value that the command line gives a setting.
package struct SettingOption: Equatable, Sendable {
    package var key: String
    package var text: String

    package init(key: String, text: String) {
        self.key = key
        self.text = text
    }
}

/// Merges the places settings come from; a later place wins.
package struct ConfigurationLoader: Sendable {
    package let process: ProcessEnvironment

    package init(process: ProcessEnvironment) {
        self.process = process
    }

    /// Reads the configuration files, the environment, then `options`; `file` takes the place of all the files.
    package func load(options: [SettingOption] = [], file: String? = nil) throws(ConfigurationError)
        -> LoadedConfiguration
    {
        try refuseUnknownVariables()
        var loaded = LoadedConfiguration(configuration: Configuration(mirror: ""), home: process.home)
        let files = try files(insteadOf: file)
        loaded.file = files.last
        for path in files {
            guard let file = try ConfigurationFile(path: path) else { continue }
            for (setting, value, line) in file.values {
                try loaded.set(setting, to: value, from: .file(path, line: line), paths: paths())
            }
        }
        for setting in Setting.all {
            guard let text = process.environment[setting.variable] else { continue }
            try loaded.set(setting, to: .text(text), from: .environment, paths: paths())
        }
        for option in options {
            guard let setting = Setting.all.first(where: { $0.key == option.key }) else { continue }
            let paths = paths(from: process.workingDirectory)
            try loaded.set(setting, to: .text(option.text), from: .commandLine, paths: paths)
        }
        if loaded.configuration.mirror.isEmpty { loaded.configuration.mirror = try builtInMirror() }
        try loaded.check()
        return loaded
    }

    private func paths(from directory: String? = nil) -> AbsolutePath {
        AbsolutePath(home: process.home, directory: directory)
    }

    /// The files in the order in which they are read.
    private func files(insteadOf file: String?) throws(ConfigurationError) -> [String] {
        if let file {
            let paths = paths(from: process.workingDirectory)
            guard let path = try? paths.reading(file), try contents(ofFile: path) != nil else {
                throw .missing(file: file)
            }
            return [path]
        }
        var files = [process.etc + "/config.json5"]
        // A user's name with a slash would name another folder.
        if let user = process.user, !user.isEmpty, !user.utf8.contains(UInt8(ascii: "/")) {
            files.append(process.etc + "/\(user).json5")
        }
        if try readsUserFile(), let folder = process.configurationFolder {
            files.append(folder + "/apod-mirror/config.json5")
        }
        return files
    }

    private func readsUserFile() throws(ConfigurationError) -> Bool {
        switch process.environment[Self.userFileVariable] {
        case "no": false
        case "yes", nil: true
        case let value?: throw .badVariable(Self.userFileVariable, value: value, allowed: "yes or no")
        }
    }

    private func refuseUnknownVariables() throws(ConfigurationError) {
        let known = Set(Setting.all.map(\.variable) + [Self.userFileVariable])
        let ours = process.environment.keys.filter { $0.hasPrefix(Setting.variablePrefix) }
        if let unknown = ours.sorted().first(where: { !known.contains($0) }) { throw .unknownVariable(unknown) }
    }

    private func builtInMirror() throws(ConfigurationError) -> String {
        guard let home = process.home else { throw .noHome }
        // The machine's service ignores `user-dirs.dirs`, which the user may write, too.
        let folder = process.isMachineService ? nil : process.configurationFolder
        let userDirs = try folder.flatMap { (folder) throws(ConfigurationError) in
            try contents(ofFile: folder + "/user-dirs.dirs")
        }
        return AbsolutePath.normalised(picturesFolder(userDirs: userDirs, home: home) + "/APOD")
    }

    /// The system unit sets this variable to `no`, so that no file of the user's steers the service.
    package static let userFileVariable = "APOD_MIRROR_USER_CONFIG"
}
