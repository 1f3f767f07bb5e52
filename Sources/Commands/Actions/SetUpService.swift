internal import Days
internal import Glibc
internal import MirrorTree
internal import Settings
internal import Setup

/// Makes the mirror's service, or changes it. It reads no settings of the call's, since under sudo they would be the caller's.
struct SetUpService: Action {
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
}

extension SetUpService {
    static let row = Command(
        name: "setup", arguments: .optionalUser,
        options: [.share, .serve, .favoritesByWeb, .user, .wallpaper, .remove],
        help: "makes the mirror's service, or changes where it keeps the mirror",
        details: """
            Makes the mirror's folder as that user, writes /etc/apod-mirror/USER.json5 and what the service's sandbox \
            must allow, then starts the service and lets it start with the machine. Needs sudo, whose caller is meant \
            unless a USER is named. The mirror is APOD in the user's pictures folder unless --mirror names another; \
            every folder on the way is to be root's or the user's, nobody else may write there, and no link leads to \
            it. With --serve the mirror answers, as apod-mirror serve does, at 127.0.0.1:8095 or the named ADDRESS:PORT, \
            and with --serve no it does not any more. With --favorites-by-web, too, the star of a picture in the gallery makes \
            or ends a favorite, until --favorites-by-web no; that takes an address that the household reaches, such as \
            0.0.0.0:8095. With --user it is a service of your own and needs no sudo, and \
            with --wallpaper your desktop follows the day's picture, until --wallpaper no. Run again it changes only what \
            has to change. --remove leaves pictures and favorites alone.
            """,
        action: SetUpService.init)

    init(_ words: CommandWords) throws(UsageError) {
        (user, share) = (words.arguments.first, words.value(.share))
        (isUserService, removes) = (words.has(.user), words.has(.remove))
        if isUserService, user != nil {
            throw words.error("setup --user is for the user who calls it; name no other.")
        }
        for option in [CommandOption.share, .serve, .favoritesByWeb] where removes && words.has(option) {
            throw words.error("setup --remove takes no \(option.name).")
        }
        if words.has(.wallpaper), !isUserService || removes {
            throw words.error("--wallpaper is for a service of your own: setup --user --wallpaper.")
        }
        switch words.value(.serve) {
        case nil: break
        case "": serving = .at(ServePlan.usual)
        case "no": serving = .off
        case let text?: serving = .at(try words.address(text))
        }
        takesStars = try words.yesOrNo(.favoritesByWeb)
        wallpaper = try words.yesOrNo(.wallpaper)
        try refuseSettings(words)
    }

    /// Refuses what setup would ignore: every setting but `mirror`, which `--remove` ignores, too.
    private func refuseSettings(_ words: CommandWords) throws(UsageError) {
        let ignored = CommandOption.settings.filter { removes || $0.name != "--mirror" } + [CommandOption.config]
        guard let surplus = ignored.first(where: words.has) else { return }
        throw UsageError(
            sentence: "setup\(removes ? " --remove" : "") does not take \(surplus.name).",
            hint: "Settings of the service are written into /etc/apod-mirror/USER.json5.")
    }

    func run(_ call: Call) throws -> ExitCode {
        isUserService ? try setUpOwn(call) : try setUpForMachine(call)
        return .fine
    }

    /// The line that a person may copy: it opens a service's sandbox for a mirror, or says whose the mirror is.
    ///
    /// - Parameter user: The user that the machine's service runs as; `nil` for a user's own service.
    static func commandLine(mirror: String, user: String?) -> String {
        let who = user.map { "sudo apod-mirror setup \($0.shellWord)" } ?? "apod-mirror setup --user"
        return "\(who) --mirror \(mirror.shellWord)"
    }

    private func setUpForMachine(_ call: Call) throws {
        let name = user ?? call.process.environment["SUDO_USER"]
        guard geteuid() == 0 else {
            throw SetupError.needsRoot(line: "sudo \(line(call, for: name ?? call.process.user ?? "USER"))")
        }
        guard let name, !name.isEmpty else { throw SetupError.noUser }
        guard Systemctl.isThere else { throw SetupError.noSystemd }
        // A user may be deleted before the service is removed. An existing user's name is passwd's, however typed.
        let account = UserAccount.named(name)
        guard let unitName = UnitName(account?.name ?? name) else { throw SetupError.unfitUser(name) }
        // All users must be able to read the files of setup, whatever umask sudo's caller has.
        umask(0o022)
        let systemctl = try Systemctl(.system(user: unitName), process: call.process)
        let lock = try SetupLock.take(in: systemctl.runtime)
        defer { _ = lock }
        if removes { return try ServiceRemoval(systemctl: systemctl, output: call.output).run() }
        guard let account else { throw SetupError.unknownUser(name) }
        let machine = MachineSettings(account: account)
        let loaded = try machine.loaded()
        let effective = try ServiceSettings(loaded.configuration)
        let start = startDay(loaded.configuration)
        try ServiceSetup(
            account: account, systemctl: systemctl, output: call.output, effective: effective,
            wanted: try wanted(call, effective, home: account.home), serving: serving,
            takesStars: takesStars,
            prepare: RootPreparation(account: account, start: start).prepare
        ).run()
        advise(call, loaded, machine.sourceState(of: effective.mirror))
    }

    private func setUpOwn(_ call: Call) throws {
        guard let account = UserAccount.ofProcess(), let configuration = call.process.configurationFolder else {
            throw ConfigurationError.noHome
        }
        guard Systemctl.isThere else { throw SetupError.noSystemd }
        let systemctl = try Systemctl(.user(configuration: configuration), process: call.process)
        let lock = try SetupLock.take(in: systemctl.runtime)
        defer { _ = lock }
        if removes { return try ServiceRemoval(systemctl: systemctl, output: call.output).run() }
        // The service does not see what this shell exports.
        var ofService = call.process
        ofService.environment = call.process.environment.filter { !$0.key.hasPrefix(Setting.variablePrefix) }
        let loaded = try ConfigurationLoader(process: ofService).load()
        let effective = try ServiceSettings(loaded.configuration)
        let start = startDay(loaded.configuration)
        // Asking for the wallpaper ends an earlier pause.
        if wallpaper == true { try WallpaperMemory(call.process)?.resume() }
        try ServiceSetup(
            account: account, systemctl: systemctl, output: call.output, effective: effective,
            wanted: try wanted(call, effective, home: call.process.home), serving: serving,
            takesStars: takesStars, wallpaper: wallpaper,
            prepare: { mirror in
                let outcome = try ServiceRoot(path: mirror.text).make(start: start)
                return PreparedRoot(outcome: outcome, real: try mirror.withoutLinks() ?? mirror)
            }
        ).run()
        advise(call, loaded, try? Tree.open(effective.mirror.text).sourceState)
        if access("/var/lib/systemd/linger/\(account.name)", F_OK) != 0 {
            call.output.line(
                "It runs while you are logged in. To have it start with the machine: "
                    + "loginctl enable-linger \(account.name.shellWord)")
        }
    }

    private func advise(_ call: Call, _ loaded: LoadedConfiguration, _ state: SourceState?) {
        if let advice = loaded.advice(from: state) { call.output.complain(advice) }
    }

    private func startDay(_ configuration: Configuration) -> Day {
        configuration.history.startDay(today: LocalTime.eastern.day(at: .now))
    }

    /// The settings in effect, changed as the call asks.
    private func wanted(_ call: Call, _ effective: ServiceSettings, home: String?) throws -> ServiceSettings {
        var wanted = effective
        if let mirror = call.options.last(where: { $0.key == "mirror" }) {
            let paths = AbsolutePath(home: home, directory: call.process.workingDirectory)
            guard let path = try? paths.reading(mirror.text) else {
                throw UsageError(
                    sentence: "--mirror “\(mirror.text)” names no folder.", hint: "Usage: \(Self.row.usage)")
            }
            wanted.mirror = try UnitPath(path)
        }
        if let share { wanted.group = share.isEmpty ? nil : try ServiceSettings.group(share) }
        return wanted
    }

    /// The command line to suggest, with the user named.
    func line(_ call: Call, for user: String) -> String {
        var words = ["apod-mirror", "setup", user]
        if removes { words.append("--remove") }
        if let mirror = call.options.last(where: { $0.key == "mirror" }) {
            let paths = AbsolutePath(home: UserAccount.named(user)?.home, directory: call.process.workingDirectory)
            words += ["--mirror", ((try? paths.reading(mirror.text)) ?? mirror.text).shellWord]
        }
        if let share { words += ["--share", share.shellWord] }
        switch serving {
        case .at(let address): words += ["--serve", "\(address)"]
        case .off: words += ["--serve", "no"]
        case nil: break
        }
        switch takesStars {
        case true?: words.append("--favorites-by-web")
        case false?: words += ["--favorites-by-web", "no"]
        case nil: break
        }
        return words.joined(separator: " ")
    }
}

// MARK: - The service's mount

/// The step of a service's start and stop that shows its sandbox a mirror below a home.
struct MountForService: Action {
    var user: String
    var removes = false

    static let row = Command(
        name: "service-mount", isHidden: true, arguments: .optionalUser, options: [.remove],
        help: "what the service does as root before it starts and after its end",
        action: { words throws(UsageError) in
            guard let user = words.arguments.first else { throw words.error("service-mount needs a user.") }
            return MountForService(user: user, removes: words.has(.remove))
        })

    func run(_ call: Call) throws -> ExitCode {
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
