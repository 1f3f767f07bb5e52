internal import Archive
internal import Days
internal import Favorites
internal import Folder
internal import HTTP
internal import MirrorTree
internal import NASA
internal import Service
internal import Settings

/// A run of a command: the settings it works with and where it prints.
struct Session: Sendable {
    let configuration: Configuration
    let process: ProcessEnvironment
    let output: Output
    let nasa: NASAClock
    let log: Log
    /// Options that a suggested command must repeat to mean the same mirror and source, if this call had any.
    let sameOptions: String
    /// The settings that the command line names, besides the mirror.
    let named: NamedSettings
    /// Says which line of the settings has another source asked.
    let sourceRemedy: SourceRemedy
    /// The reader of standard output.
    var reader = Reader.person

    enum Reader: Sendable {
        case person
        /// A program, by `--json`: nothing but the answer goes there.
        case program
        /// A program that has its answer already: what is still to be said goes to standard error.
        case programWithAnswer
    }

    var isQuiet: Bool { reader != .person || log.threshold <= .warning }

    /// This session for a program that reads what is printed.
    func forProgram(_ reader: Reader) -> Session {
        var session = self
        session.reader = reader
        return session
    }

    /// NASA's day.
    func today() -> Day {
        LocalTime.eastern.day(at: .now)
    }

    /// The mirror, to be read.
    func tree() throws -> Tree { try Tree.open(configuration.mirror) }

    /// The mirror's path as the owner would write it.
    var place: String { shown(configuration.mirror) }

    /// A path as the owner would write it.
    func shown(_ path: String) -> String {
        Quantity.path(path, home: process.home)
    }
}

/// A call of the program: its command line, surroundings and output, and the settings, loaded when asked for.
struct Call: Sendable {
    /// The settings that the command line names, in its order.
    let options: [SettingOption]
    /// The file to read instead of the usual configuration files.
    let configurationFile: String?
    let threshold: Log.Level
    let process: ProcessEnvironment
    let output: Output
    /// The socket that systemd passed, if it did.
    var socket: ListeningSocket?

    func settings() throws -> LoadedConfiguration {
        try ConfigurationLoader(process: process).load(
            options: options, file: configurationFile)
    }

    /// The session of a command that works with a mirror.
    func session() throws -> Session {
        let loaded = try settings()
        let configuration = loaded.configuration
        try DescriptorLimit.secure(Self.descriptors + 4 * configuration.connections)
        return Session(
            configuration: configuration, process: process, output: output, nasa: NASAClock(),
            log: .standardError(threshold: threshold, environment: process.environment),
            sameOptions: sameOptions(configuration), named: NamedSettings(loaded),
            sourceRemedy: loaded.sourceRemedy)
    }

    /// The most descriptors a daemon has open, with room to spare, besides its downloads.
    private static let descriptors = 48

    private func sameOptions(_ configuration: Configuration) -> String {
        let keys = Set(self.options.map(\.key))
        var options = ""
        if let file = configurationFile { options += " --config \(file.shellWord)" }
        if keys.contains("mirror") { options += " --mirror \(configuration.mirror.shellWord)" }
        if keys.contains("source") { options += " --source \("\(configuration.source)".shellWord)" }
        return options
    }
}

// MARK: - The archive and the favorites

extension Session {
    /// The mirror, taken for writing, with what the settings say about favorites.
    func openArchive(rest: Duration = .zero) async throws -> Archive {
        do {
            return try await Archive.open(configuration.mirror, favorites: favoritesRules(rest: rest))
        } catch RootError.othersMirror(let path, let owner, _) {
            throw othersMirror(path, owner)
        }
    }

    func othersMirror(_ path: String, _ owner: String) -> RootError {
        let words = ["sudo", "-u", owner, "apod-mirror"] + process.words
        return .othersMirror(path: path, owner: owner, line: words.map(\.shellWord).joined(separator: " "))
    }

    func favoritesRules(rest: Duration = .zero) throws -> FavoritesRules {
        FavoritesRules(
            aliases: configuration.aliases, shareGroup: try configuration.shareGroup.map(Self.group),
            spareBytes: Int64(configuration.minFreeBytes), rest: rest, today: { [nasa] in nasa.today },
            mayForget: { [nasa] in !nasa.isInDoubt })
    }

    private static func group(_ name: String) throws -> UInt32 {
        guard let group = ShareGroup.named(name) else { throw UnknownGroup(name: name) }
        return group.number
    }
}

struct UnknownGroup: ExitCoded, CustomStringConvertible {
    var name: String

    var exitCode: ExitCode { .configuration }

    var description: String {
        "This system has no group \(name), which share_group names. Make it (addgroup \(name.shellWord)) or name another."
    }
}
