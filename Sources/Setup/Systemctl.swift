internal import Glibc
package import Settings

/// The systemd that a service belongs to, asked through `systemctl`.
package struct Systemctl {
    let scope: ServiceScope
    /// The runtime folder of that systemd, which is gone with its end.
    package let runtime: String
    private let environment: [String: String]

    static let path = "/usr/sbin:/usr/bin:/sbin:/bin"

    /// Whether this machine runs systemd at all, as sd_booted(3) tells it.
    package static var isThere: Bool { access("/run/systemd/system", F_OK) == 0 }

    package init(_ scope: ServiceScope, process: ProcessEnvironment) throws {
        self.scope = scope
        var environment = ["PATH": Self.path, "LC_ALL": "C.UTF-8", "SYSTEMD_COLORS": "0", "SYSTEMD_PAGER": ""]
        if scope.isSystem {
            runtime = "/run"
        } else {
            let folder = process.environment["XDG_RUNTIME_DIR"] ?? "/run/user/\(getuid())"
            guard access(folder + "/systemd", F_OK) == 0 else {
                throw SetupError.noSession(user: UserAccount.name(ofUser: getuid()))
            }
            runtime = folder
            environment["XDG_RUNTIME_DIR"] = folder
            for name in ["HOME", "XDG_CONFIG_HOME", "DBUS_SESSION_BUS_ADDRESS"] {
                environment[name] = process.environment[name]
            }
        }
        self.environment = environment
    }

    func run(_ words: String...) throws {
        let ended = try ended(words)
        guard ended.code == 0 else {
            let reason = ended.errors.split(separator: "\n").first.map(String.init) ?? "it ended with \(ended.code)."
            throw SetupError.failed(command: "\(scope.systemctl) \(words.joined(separator: " "))", reason: reason)
        }
    }

    /// The release of systemd, such as 252; `nil` where it does not say so.
    func release() throws -> Int? {
        Self.release(in: try ended(["--version"]).output)
    }

    /// Reads the release from "systemd 252 (252.39-1~deb12u1)".
    static func release(in text: String) -> Int? {
        text.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0.prefix(while: \.isNumber)) }
    }

    /// Whether `systemctl` says yes, as to `is-active`.
    func confirms(_ question: String) throws -> Bool {
        try ended([question, "--quiet", scope.unit]).code == 0
    }

    /// A property of the unit; empty where it has none.
    func property(_ name: String) throws -> String {
        try ended(["show", "--property", name, "--value", scope.unit]).output
            .split(separator: "\n").first.map(String.init) ?? ""
    }

    /// Runs systemctl and ignores its failure.
    func attempt(_ words: String...) throws {
        _ = try ended(words)
    }

    /// Returns once the service is ready.
    func start(again: Bool) throws {
        // A unit that failed often is started all the same.
        try attempt("reset-failed", scope.unit)
        guard try ended([again ? "restart" : "start", scope.unit]).code != 0 else { return }
        var reason = try lastWords()
        if reason.isEmpty {
            let result = try property("Result")
            reason = result == "exit-code" ? "it ended with \(try property("ExecMainStatus"))." : "\(result)."
        }
        throw SetupError.didNotStart(unit: scope.unit, reason: reason, journal: scope.journalctl)
    }

    /// The last line that the service itself logged; empty where the journal cannot tell.
    private func lastWords() throws -> String {
        let unit = (scope.isSystem ? "--unit=" : "--user-unit=") + scope.unit
        let words = ["--quiet", "--no-pager", "--lines=1", "--output=cat", "--identifier=apod-mirror", unit]
        return try ChildProcess(program: "/usr/bin/journalctl", arguments: words, environment: environment).run()
            .output.split(separator: "\n").last.map(String.init) ?? ""
    }

    private func ended(_ words: [String]) throws -> ChildProcess.Ended {
        try ChildProcess(
            program: "/usr/bin/systemctl", arguments: (scope.isSystem ? [] : ["--user"]) + words,
            environment: environment
        ).run()
    }
}
