import FoundationEssentials

/// The surroundings of the process that settings depend on.
package struct Surroundings: Sendable {
    package var environment: [String: String]
    /// The folder of the machine's settings.
    package var etc = machineSettings
    /// `nil` where neither `HOME` nor the passwd entry names one.
    package var home: String?
    /// The user's name, for `USER.json5`.
    package var user: String?
    package var workingDirectory: String
    /// The words of the command line, for an error to repeat.
    package var words: [String] = []

    package init(
        environment: [String: String], etc: String = machineSettings, home: String? = nil, user: String? = nil,
        workingDirectory: String, words: [String] = []
    ) {
        self.environment = environment
        self.etc = etc
        self.home = home
        self.user = user
        self.workingDirectory = workingDirectory
        self.words = words
    }

    package static let machineSettings = "/etc/apod-mirror"

    package static func ofProcess() -> Surroundings {
        let environment = ProcessInfo.processInfo.environment
        let entry = Person.ofProcess()
        return Surroundings(
            environment: environment, home: home(environment: environment, passwd: entry?.home), user: entry?.name,
            workingDirectory: FileManager.default.currentDirectoryPath,
            words: Array(CommandLine.arguments.dropFirst()))
    }

    /// `HOME` when it is a path from `/`, else the passwd entry's.
    static func home(environment: [String: String], passwd: String?) -> String? {
        [environment["HOME"], passwd].lazy.compactMap { $0 }.first { $0.hasPrefix("/") }
            .map(AbsolutePath.normalised)
    }

    /// `$XDG_CONFIG_HOME`, else `~/.config`. A relative one is ignored, as its specification asks.
    package var configurationFolder: String? {
        if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return folder }
        return home.map { $0 + "/.config" }
    }

    /// Whether this is the service that the machine runs for a user.
    package var isMachineService: Bool { environment[ConfigurationLoader.userFileVariable] == "no" }
}
