internal import Days
internal import Glibc
internal import HTTP
internal import MirrorTree
internal import Settings
internal import Setup

/// The words of `setup`.
struct SetupRequest: Equatable, Sendable {
    /// The mirror's user; `nil` for the user who called sudo.
    var user: String?
    /// Whether the service is the calling user's own.
    var isUserService = false
    /// The group to share with; empty for none any more, `nil` for no change.
    var share: String?
    var removes = false
    /// Whether and where the mirror is to answer; `nil` for no change.
    var serving: ServePlan.Wish?
    /// Whether favorites may be changed by web; `nil` for no change.
    var takesStars: Bool?
    /// Whether the desktop is to follow the day's picture; `nil` for no change.
    var wallpaper: Bool?

    /// The line that a person may copy: it opens a service's sandbox for a mirror, or says whose the mirror is.
    ///
    /// - Parameter user: The user that the machine's service runs as; `nil` for a user's own service.
    static func commandLine(mirror: String, user: String?) -> String {
        let who = user.map { "sudo apod-mirror setup \($0.shellWord)" } ?? "apod-mirror setup --user"
        return "\(who) --mirror \(mirror.shellWord)"
    }
}

extension Call {
    /// Runs `setup`. It reads no settings of the call's, since under sudo they would be the caller's.
    ///
    /// - Parameter usage: The usage of the command, for errors.
    func setUp(_ request: SetupRequest, usage: String) throws -> ExitCode {
        let setup = Setup(
            request: request, usage: usage, settings: options, process: process, output: output)
        request.isUserService ? try setup.setUpOwn() : try setup.setUpForMachine()
        return .fine
    }
}

private struct Setup {
    let request: SetupRequest
    let usage: String
    let settings: [SettingOption]
    let process: ProcessEnvironment
    let output: Output

    func setUpForMachine() throws {
        let name = request.user ?? process.environment["SUDO_USER"]
        guard geteuid() == 0 else {
            throw SetupError.needsRoot(line: "sudo \(line(for: name ?? process.user ?? "USER"))")
        }
        guard let name, !name.isEmpty else { throw SetupError.noUser }
        guard Systemctl.isThere else { throw SetupError.noSystemd }
        // A user may be deleted before the service is removed. An existing user's name is passwd's, however typed.
        let account = UserAccount.named(name)
        guard let unitName = UnitName(account?.name ?? name) else { throw SetupError.unfitUser(name) }
        // All users must be able to read the files of setup, whatever umask sudo's caller has.
        umask(0o022)
        let scope = ServiceScope.system(user: unitName)
        let systemctl = try Systemctl(scope, process: process)
        let lock = try SetupLock.take(in: systemctl.runtime)
        defer { _ = lock }
        if request.removes { return try ServiceRemoval(scope: scope, systemctl: systemctl, output: output).run() }
        guard let account else { throw SetupError.unknownUser(name) }
        let machine = MachineSettings(account: account)
        let loaded = try machine.loaded()
        let effective = try ServiceSettings(loaded.configuration)
        let start = startDay(loaded.configuration)
        try ServiceSetup(
            account: account, scope: scope, systemctl: systemctl, output: output, effective: effective,
            wanted: try wanted(effective, home: account.home), serving: request.serving,
            takesStars: request.takesStars,
            prepare: RootPreparation(account: account, start: start).prepare
        ).run()
        advise(loaded, machine.sourceState(of: effective.mirror))
    }

    func setUpOwn() throws {
        guard let account = UserAccount.ofProcess(), let configuration = process.configurationFolder else {
            throw ConfigurationError.noHome
        }
        guard Systemctl.isThere else { throw SetupError.noSystemd }
        let scope = ServiceScope.user(configuration: configuration)
        let systemctl = try Systemctl(scope, process: process)
        let lock = try SetupLock.take(in: systemctl.runtime)
        defer { _ = lock }
        if request.removes { return try ServiceRemoval(scope: scope, systemctl: systemctl, output: output).run() }
        // The service does not see what this shell exports.
        var ofService = process
        ofService.environment = process.environment.filter { !$0.key.hasPrefix(Setting.variablePrefix) }
        let loaded = try ConfigurationLoader(process: ofService).load()
        let effective = try ServiceSettings(loaded.configuration)
        let start = startDay(loaded.configuration)
        // Asking for the wallpaper ends an earlier pause.
        if request.wallpaper == true { try WallpaperMemory(process)?.resume() }
        try ServiceSetup(
            account: account, scope: scope, systemctl: systemctl, output: output, effective: effective,
            wanted: try wanted(effective, home: process.home), serving: request.serving,
            takesStars: request.takesStars, wallpaper: request.wallpaper,
            prepare: { mirror in
                let outcome = try ServiceRoot(path: mirror.text).make(start: start)
                return PreparedRoot(outcome: outcome, real: try mirror.withoutLinks() ?? mirror)
            }
        ).run()
        advise(loaded, try? Tree.open(effective.mirror.text).sourceState)
        if access("/var/lib/systemd/linger/\(account.name)", F_OK) != 0 {
            output.line(
                "It runs while you are logged in. To have it start with the machine: "
                    + "loginctl enable-linger \(account.name.shellWord)")
        }
    }

    private func advise(_ loaded: LoadedConfiguration, _ state: SourceState?) {
        if let advice = loaded.advice(from: state) { output.complain(advice) }
    }

    private func startDay(_ configuration: Configuration) -> Day {
        configuration.history.startDay(today: LocalTime.eastern.day(at: .now))
    }

    /// The settings in effect, changed as the call asks.
    private func wanted(_ effective: ServiceSettings, home: String?) throws -> ServiceSettings {
        var wanted = effective
        if let mirror = settings.last(where: { $0.key == "mirror" }) {
            let paths = AbsolutePath(home: home, directory: process.workingDirectory)
            guard let path = try? paths.reading(mirror.text) else {
                throw UsageError(
                    sentence: "--mirror “\(mirror.text)” names no folder.", hint: "Usage: \(usage)")
            }
            wanted.mirror = try UnitPath(path)
        }
        if let share = request.share { wanted.group = share.isEmpty ? nil : try ServiceSettings.group(share) }
        return wanted
    }

    /// The command line to suggest, with the user named.
    private func line(for user: String) -> String {
        var words = ["apod-mirror", "setup", user]
        if request.removes { words.append("--remove") }
        if let mirror = settings.last(where: { $0.key == "mirror" }) {
            words += ["--mirror", AbsolutePath.normalised(absolute(mirror.text)).shellWord]
        }
        if let share = request.share { words += ["--share", share.shellWord] }
        switch request.serving {
        case .at(let address): words += ["--serve", "\(address)"]
        case .off: words += ["--serve", "no"]
        case nil: break
        }
        switch request.takesStars {
        case true?: words.append("--favorites-by-web")
        case false?: words += ["--favorites-by-web", "no"]
        case nil: break
        }
        return words.joined(separator: " ")
    }

    private func absolute(_ path: String) -> String {
        path.hasPrefix("/") || path.hasPrefix("~") ? path : process.workingDirectory + "/" + path
    }
}

// MARK: - The service's mount

extension Call {
    /// The step of a service's start and stop that shows its sandbox a mirror below a home.
    func mountForService(of user: String, removes: Bool) throws -> ExitCode {
        guard geteuid() == 0 else { throw SetupError.needsRoot(line: "systemctl start apod-mirror@\(user)") }
        guard let name = UnitName(user) else { throw SetupError.unfitUser(user) }
        let root = BoundRoot(user: name)
        if removes {
            try root.release()
            return .fine
        }
        guard let account = UserAccount.named(user) else { throw SetupError.unknownUser(user) }
        try root.bind(UnitPath(MachineSettings(account: account).load().mirror), of: account)
        return .fine
    }
}
