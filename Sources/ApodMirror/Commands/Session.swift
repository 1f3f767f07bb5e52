internal import Days
internal import Folder
internal import NASA
internal import Transfer
internal import Words

/// One run of a command: the settings it works with and where it prints.
struct Session: Sendable {
    let configuration: Configuration
    let surroundings: Surroundings
    let output: Output
    let eastern: EasternTime
    let nasa: NASAClock
    let log: Log
    /// What a suggested command must repeat to mean the same mirror and source; empty when the settings say it anyway.
    let sameOptions: String

    static func run(
        _ invocation: Invocation, _ surroundings: Surroundings, _ output: Output, _ eastern: EasternTime
    ) async throws -> ExitCode {
        switch invocation.action {
        case .help(let command):
            output.text(Help.text(command: command, unicode: output.terminal.isUnicode))
            return .fine
        case .version:
            output.line("apod-mirror \(Version.current)")
            return .fine
        case .manual(let page):
            output.text(page.text)
            return .fine
        case .serviceMount(let user, let removes):
            return try ServiceMountAction(user: user, removes: removes).run()
        case .setup(let request):
            return try SetupAction(
                request: request, settings: invocation.settings, surroundings: surroundings, output: output
            ).run()
        default:
            break
        }
        let loaded = try ConfigurationLoader(surroundings: surroundings).load(
            options: invocation.settings, file: invocation.configurationFile)
        let session = Session(
            configuration: loaded.configuration, surroundings: surroundings, output: output, eastern: eastern,
            nasa: NASAClock(eastern: eastern),
            log: .standardError(threshold: invocation.threshold, environment: surroundings.environment),
            sameOptions: Self.sameOptions(invocation, loaded.configuration))
        switch invocation.action {
        case .overview: return try await session.overview()
        case .sync(let since, let until, let create):
            return try await session.sync(since: since, until: until, create: create)
        case .show(let day): return try session.show(day)
        case .search(let words, let favorites): return try session.search(words, amongFavorites: favorites)
        case .favorites(let request): return try await session.favorites(request)
        case .hide(let days): return try await session.perform(.hide(days))
        case .unhide(let days): return try await session.perform(.unhide(days))
        case .daemon: return try await session.daemon()
        case .status(let json): return try await session.status(json: json)
        case .verify(let repair, let accept, let json):
            return try await session.verify(repair: repair, accept: accept, json: json)
        case .prune(let dryRun): return try await session.prune(dryRun: dryRun)
        case .gallery: return try await session.perform(.gallery)
        case .config:
            loaded.listing().forEach { output.line($0) }
            return .fine
        case .setup, .serviceMount, .manual, .help, .version: return .fine
        }
    }

    private static func sameOptions(_ invocation: Invocation, _ configuration: Configuration) -> String {
        let keys = Set(invocation.settings.map(\.key))
        var options = ""
        if let file = invocation.configurationFile { options += " --config \(file.shellWord)" }
        if keys.contains("mirror") { options += " --mirror \(configuration.mirror.shellWord)" }
        if keys.contains("source") { options += " --source \("\(configuration.source)".shellWord)" }
        return options
    }

    var isQuiet: Bool { log.threshold <= .warning }

    /// NASA's day.
    func today() -> Day {
        eastern.day(at: Int(Timestamp.now.seconds))
    }

    /// A path as the owner would write it.
    func shown(_ path: String) -> String {
        Quantity.path(path, home: surroundings.home)
    }
}
