internal import Days
internal import Glibc
internal import Settings
internal import Setup
internal import Wallpaper

/// `setup`: reads no settings itself, since they would be those of whoever calls sudo.
struct SetupAction: Action {
    /// Whose mirror; `nil` for whoever called sudo.
    var user: String?
    /// A service of the calling user's own.
    var isUserService = false
    /// Empty for no group any more; `nil` for what holds already.
    var share: String?
    var removes = false
    /// Whether the mirror is to answer, and where; `nil` for what holds already.
    var serving: ServePlan.Wish?
    /// Whether the desktop is to follow the day's picture; `nil` for what holds already.
    var wallpaper: Bool?

    /// The line that a person may copy: it opens a service's sandbox for a mirror, or says whose the mirror is.
    ///
    /// - Parameter user: whom the machine's service runs as; `nil` for a service of one's own.
    static func commandLine(mirror: String, user: String?) -> String {
        let who = user.map { "sudo apod-mirror setup \($0.shellWord)" } ?? "apod-mirror setup --user"
        return "\(who) --mirror \(mirror.shellWord)"
    }

    func run(_ call: Call) throws -> ExitCode {
        let setup = Setup(
            action: self, settings: call.invocation.settings, surroundings: call.surroundings, output: call.output)
        isUserService ? try setup.setUpOwn() : try setup.setUpForMachine()
        return .fine
    }
}

private struct Setup {
    let action: SetupAction
    let settings: [SettingOption]
    let surroundings: Surroundings
    let output: Output

    func setUpForMachine() throws {
        let name = action.user ?? surroundings.environment["SUDO_USER"]
        guard geteuid() == 0 else {
            throw SetupError.needsRoot(line: "sudo \(line(for: name ?? surroundings.user ?? "USER"))")
        }
        guard let name, !name.isEmpty else { throw SetupError.noUser }
        guard Systemctl.isThere else { throw SetupError.noSystemd }
        // A user may be gone before the service; one who is there has a name of their own, however it was typed.
        let person = Person.named(name)
        guard let unitName = UnitName(person?.name ?? name) else { throw SetupError.unfitUser(name) }
        // What is written is for everybody to read, whatever sudo's caller keeps to themselves.
        umask(0o022)
        let scope = ServiceScope.system(user: unitName)
        let systemctl = try Systemctl(scope, surroundings: surroundings)
        let lock = try SetupLock.take(in: systemctl.runtime)
        defer { _ = lock }
        if action.removes { return try ServiceRemoval(scope: scope, systemctl: systemctl, output: output).run() }
        guard let person else { throw SetupError.unknownUser(name) }
        let configuration = try MachineSettings(person: person).load()
        let effective = try ServiceSettings(configuration)
        let start = startDay(configuration)
        try ServiceSetup(
            person: person, scope: scope, systemctl: systemctl, output: output, effective: effective,
            wanted: try wanted(effective, home: person.home), serving: action.serving,
            prepare: RootPreparation(person: person, start: start).prepare
        ).run()
    }

    func setUpOwn() throws {
        guard let person = Person.ofProcess(), let configuration = surroundings.configurationFolder else {
            throw ConfigurationError.noHome
        }
        guard Systemctl.isThere else { throw SetupError.noSystemd }
        let scope = ServiceScope.user(configuration: configuration)
        let systemctl = try Systemctl(scope, surroundings: surroundings)
        let lock = try SetupLock.take(in: systemctl.runtime)
        defer { _ = lock }
        if action.removes { return try ServiceRemoval(scope: scope, systemctl: systemctl, output: output).run() }
        // The service does not see what this shell exports.
        var ofService = surroundings
        ofService.environment = surroundings.environment.filter { !$0.key.hasPrefix(Setting.variablePrefix) }
        let loaded = try ConfigurationLoader(surroundings: ofService).load().configuration
        let effective = try ServiceSettings(loaded)
        let start = startDay(loaded)
        // Whoever asks for it does not want it paused.
        if action.wallpaper == true { try WallpaperMemory(surroundings)?.resume() }
        try ServiceSetup(
            person: person, scope: scope, systemctl: systemctl, output: output, effective: effective,
            wanted: try wanted(effective, home: surroundings.home), serving: action.serving,
            wallpaper: action.wallpaper,
            prepare: { mirror in
                let outcome = try ServiceRoot(path: mirror.text).make(start: start)
                return PreparedRoot(outcome: outcome, real: try mirror.withoutLinks() ?? mirror)
            }
        ).run()
        if access("/var/lib/systemd/linger/\(person.name)", F_OK) != 0 {
            output.line(
                "It runs while you are logged in. To have it start with the machine: "
                    + "loginctl enable-linger \(person.name.shellWord)")
        }
    }

    private func startDay(_ configuration: Configuration) -> Day {
        configuration.history.startDay(today: EasternTime.system().day(at: Int(Timestamp.now.seconds)))
    }

    /// What was asked for over what holds already.
    private func wanted(_ effective: ServiceSettings, home: String?) throws -> ServiceSettings {
        var wanted = effective
        if let mirror = settings.last(where: { $0.key == "mirror" }) {
            let paths = AbsolutePath(home: home, directory: surroundings.workingDirectory)
            guard let path = try? paths.reading(mirror.text) else {
                throw UsageError(
                    sentence: "--mirror “\(mirror.text)” names no folder.", hint: "Usage: \(Command.setup.usage)")
            }
            wanted.mirror = try UnitPath(path)
        }
        if let share = action.share { wanted.group = share.isEmpty ? nil : try ServiceSettings.group(share) }
        return wanted
    }

    /// The command line once more, for a user.
    private func line(for user: String) -> String {
        var words = ["apod-mirror", "setup", user]
        if action.removes { words.append("--remove") }
        if let mirror = settings.last(where: { $0.key == "mirror" }) {
            words += ["--mirror", AbsolutePath.normalised(absolute(mirror.text)).shellWord]
        }
        if let share = action.share { words += ["--share", share.shellWord] }
        switch action.serving {
        case .at(let address): words += ["--serve", "\(address)"]
        case .off: words += ["--serve", "no"]
        case nil: break
        }
        return words.joined(separator: " ")
    }

    private func absolute(_ path: String) -> String {
        path.hasPrefix("/") || path.hasPrefix("~") ? path : surroundings.workingDirectory + "/" + path
    }
}
