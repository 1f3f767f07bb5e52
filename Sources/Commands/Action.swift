internal import Credits
internal import Days
internal import Exporting
internal import Favorites
internal import Service
internal import Settings

/// The work that a command line asks for, with the options and arguments it was given. A value, so that parsing is
/// tested without running anything.
enum Action: Equatable, Sendable {
    /// Prints the help of a command; the program's for the empty name.
    case help(command: String)
    case version
    /// Prints a text that a package ships.
    case text(String)
    /// Prints what a shell may offer in the place of the last of these words.
    case complete([String])
    /// Prints every setting, its value, and where it came from.
    case config
    case overview
    case status(json: Bool)
    case show(Day?)
    case search([String], amongFavorites: Bool, reuse: Reuse.Answer? = nil)
    /// Lists the makers of pictures whose names have these words.
    case credits([String], json: Bool)
    case compare(String, json: Bool)
    /// Prints the sum of what the mirror holds of a period, with the sums of its parts on request.
    case sum(Period, list: Bool, json: Bool)
    /// Tells what has changed in a period since the sums were noted.
    case sumChanges(Period, json: Bool)
    /// Fetches what is missing from NASA, and from these mirrors what it does not give.
    case sync(since: Day?, until: Day?, from: [String], create: Bool)
    /// Brings a folder of real files up to date.
    case export(ExportRequest, to: String, json: Bool)
    /// Prints a list of pictures for download programs, with these addresses of mirrors in it.
    case metalink(Period, servedAt: [String])
    /// Takes pictures from a folder in which somebody collected them; a dry run only tells what it would look for.
    case importPictures(FolderToImport, dryRun: Bool)
    case prune(dryRun: Bool)
    /// Carries out an order that changes the mirror: here if the mirror is free, else by the daemon that has it.
    case order(Order)
    /// Checks the whole mirror for damage; on request repairs the damage.
    case verify(repair: Bool, OtherMirrors, json: Bool)
    /// Makes the words of days anew from their records; a dry run only tells which would change.
    case reread([Day], dryRun: Bool)
    case listFavorites(json: Bool)
    case changeFavorites(FavoritesOrder)
    case restoreFavorites(since: PastTime)
    case watchFavorites
    case daemon
    case serve(ServeRequest)
    case wallpaper(WallpaperTask)
    case setup(SetupRequest)
    case mountForService(user: String, removes: Bool)
}

extension Action {
    func run(_ call: Call) async throws -> ExitCode {
        let output = call.output
        switch self {
        case .help(let command): output.text(Help.text(command: command, unicode: output.terminal.isUnicode))
        case .version: output.line("apod-mirror \(Version.current)")
        case .text(let text): output.text(text)
        case .complete(let words): call.complete(words)
        case .config: try call.showSettings()
        case .setup(let request): return try call.setUp(request, usage: Command.setup.usage)
        case .mountForService(let user, let removes): return try call.mountForService(of: user, removes: removes)
        case .overview: return try await call.session().overview()
        case .status(let json): return try await call.session().status(json: json)
        case .show(let day): return try call.session().show(day)
        case .search(let words, let amongFavorites, let reuse):
            return try call.session().search(words, amongFavorites: amongFavorites, reuse: reuse)
        case .credits(let words, let json): return try call.session().listMakers(words, json: json)
        case .compare(let other, let json): return try await call.session().compare(with: other, json: json)
        case .sum(let period, let list, let json):
            return try await call.session().sum(of: period, list: list, json: json)
        case .sumChanges(let period, let json): return try await call.session().sumChanges(in: period, json: json)
        case .sync(let since, let until, let mirrors, let create):
            return try await call.session().sync(since: since, until: until, from: mirrors, create: create)
        case .export(let request, let path, let json):
            return try await call.session().export(request, to: path, json: json)
        case .metalink(let period, let servers):
            return try call.session().metalink(of: period, servedAt: servers)
        case .importPictures(let folder, let dryRun):
            return try await call.session().importPictures(folder, dryRun: dryRun)
        case .prune(let dryRun): return try await call.session().prune(dryRun: dryRun)
        case .order(let order): return try await call.session().perform(order)
        case .verify(let repair, let others, let json):
            return try await call.session().verify(repair: repair, others, json: json)
        case .reread(let days, true): try call.session().tellReadOtherwise(days)
        case .reread(let days, false): return try await call.session().perform(.reread(days))
        case .listFavorites(let json): return try await call.session().listFavorites(json: json)
        case .changeFavorites(let order): return try await call.session().changeFavorites(order)
        case .restoreFavorites(let since): return try await call.session().restoreFavorites(since: since)
        case .watchFavorites: return try await call.session().watchFavorites()
        case .daemon:
            // SIGUSR1 is caught first: until then it would end the process.
            let wishes = Signals.stream([Signals.syncNow])
            return try await call.session().daemon(wishes)
        case .serve(let request): return try await call.session().serve(request, call.socket)
        case .wallpaper(let task): return try call.session().wallpaper(task)
        }
        return .fine
    }
}
