internal import Days
internal import Folder
internal import HTTP
internal import NASA
internal import Service
internal import Settings

/// A call of the program: its command line, surroundings and output, and the settings, loaded when asked for.
struct Call: Sendable {
    let invocation: Invocation
    let surroundings: Surroundings
    let output: Output
    let eastern: EasternTime
    /// The socket that systemd passed, if it did.
    var socket: ListeningSocket?

    func settings() throws -> LoadedConfiguration {
        try ConfigurationLoader(surroundings: surroundings).load(
            options: invocation.settings, file: invocation.configurationFile)
    }

    /// The session of a command that works with a mirror.
    func session() throws -> Session {
        let loaded = try settings()
        let configuration = loaded.configuration
        try DescriptorLimit.secure(Self.descriptors + 4 * configuration.connections)
        return Session(
            configuration: configuration, surroundings: surroundings, output: output, eastern: eastern,
            nasa: NASAClock(eastern: eastern),
            log: .standardError(threshold: invocation.threshold, environment: surroundings.environment),
            sameOptions: sameOptions(configuration), named: NamedSettings(loaded))
    }

    /// The most descriptors a daemon has open, with room to spare, besides its downloads.
    private static let descriptors = 48

    private func sameOptions(_ configuration: Configuration) -> String {
        let keys = Set(invocation.settings.map(\.key))
        var options = ""
        if let file = invocation.configurationFile { options += " --config \(file.shellWord)" }
        if keys.contains("mirror") { options += " --mirror \(configuration.mirror.shellWord)" }
        if keys.contains("source") { options += " --source \("\(configuration.source)".shellWord)" }
        return options
    }
}
