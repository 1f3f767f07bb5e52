internal import Days
internal import Folder
internal import Glibc
internal import Settings

/// A desktop's own command, run for the person whose desktop it is.
struct DesktopProgram {
    let desktop: Desktop
    private let path: String
    private let environment: [String: String]

    /// `nil` where the program is not installed.
    init?(_ desktop: Desktop, _ process: ProcessEnvironment) {
        let folders = (process.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
        let found = folders.lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(desktop.program)" }
            .first(where: RunningProgram.canStart)
        guard let found else { return nil }
        self.desktop = desktop
        path = found
        var environment = process.environment
        // A process of a timer, or of a login from elsewhere, knows the user and not the session.
        let bus = "/run/user/\(getuid())/bus"
        if environment["DBUS_SESSION_BUS_ADDRESS"] == nil, access(bus, F_OK) == 0 {
            environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(bus)"
        }
        // The program's messages are read here, in English.
        environment["LC_ALL"] = "C.UTF-8"
        self.environment = environment
    }

    /// The present values of settings; a setting that has no value is empty. A setting that cannot be read throws: an
    /// undo that brings back nothing would take away what was there.
    func present(_ settings: [Desktop.Setting]) throws -> [Desktop.Setting] {
        try settings.map { setting in
            Desktop.Setting(name: setting.name, value: try value(of: setting.name).trimmingEnd)
        }
    }

    private func value(of name: String) throws -> String {
        do {
            return try run(desktop.reading(name))
        } catch WallpaperError.refused(_, let reason) where desktop == .xfce && reason.contains(words: "does not exist")
        {
            return ""
        }
    }

    func listed() -> String { desktop.listing.flatMap { try? run($0) } ?? "" }

    /// Writes settings. gsettings ends well also where no session keeps what it was told, so all are read again.
    func write(_ settings: [Desktop.Setting]) throws {
        for setting in settings { _ = try run(desktop.writing(setting)) }
        let isKept = zip(settings, try present(settings)).allSatisfy { wanted, now in
            wanted.value.isEmpty || [wanted.value, "'\(wanted.value)'"].contains(now.value)
        }
        if !isKept { throw WallpaperError.notKept(desktop: desktop.rawValue) }
    }

    func order(_ path: String) throws {
        for words in desktop.orders(showing: path) { _ = try run(words) }
    }

    /// Returns the program's output; throws what the program says went wrong.
    private func run(_ words: [String]) throws -> String {
        let ended = try ChildProcess(program: path, arguments: words, environment: environment).run()
        guard ended.code == 0 else {
            let reason = (ended.errors + ended.output).split(separator: "\n").first.map(String.init)
            throw WallpaperError.refused(
                command: ([desktop.program] + words).map(\.shellWord).joined(separator: " "),
                reason: reason ?? "it ended with \(ended.code)")
        }
        return ended.output
    }
}

extension String {
    fileprivate var trimmingEnd: String {
        var text = self
        while text.last?.isNewline == true { text.removeLast() }
        return text
    }
}

/// Why the desktop's picture was not changed.
enum WallpaperError: ExitCoded, Equatable, CustomStringConvertible {
    case noDesktop
    case severalDesktops([String])
    case unfit(desktop: String, path: String)
    case notKept(desktop: String)
    case refused(command: String, reason: String)
    case nothingToShow(String)
    case nothingToUndo
    case cannotUndo(String)

    var exitCode: ExitCode { .notAllWell }

    var description: String {
        switch self {
        case .noDesktop:
            "No desktop was found whose picture can be set: "
                + Desktop.allCases.map { "\($0.rawValue) by \($0.program)" }.joined(separator: ", ") + "."
        case .severalDesktops(let names):
            "Nothing says which desktop runs, and several can be told: \(names.joined(separator: ", ")). Run this in the "
                + "desktop's own session, or name it in XDG_CURRENT_DESKTOP."
        case .unfit(let desktop, let path):
            "\(desktop) cannot be told of \(path): signs in it mean something to its commands. Name a folder of plain "
                + "letters in XDG_STATE_HOME."
        case .notKept(let desktop):
            "There is no desktop here that shows a picture: \(desktop)'s settings stayed as they were."
        case .refused(let command, let reason): "The desktop took no picture: \(command) said “\(reason)”."
        case .nothingToShow(let what): "There is no picture that a desktop shows: \(what)."
        case .nothingToUndo: "Nothing is to be undone: the desktop shows no picture of this program's."
        case .cannotUndo(let desktop):
            "\(desktop) does not tell what it showed before. It is left alone from now on; choose a picture in its settings."
        }
    }
}
