import Foundation
import SampleNASA
import TestSupport

/// A box in which the program is installed, and a user, anna, with a fresh home that nobody else may enter.
final class ServiceBench: Sendable {
    let box: SystemdBox
    static let unit = "apod-mirror@anna.service"

    /// The one that `Tests/run --all` built.
    private static let package = ProcessInfo.processInfo.environment["APOD_PACKAGE"]
    private static let checkout = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../..").standardized.path
    /// What the package would install, where none was built.
    private static let unpackaged = [
        (file: Program.binary, mode: "755", place: "/usr/bin"),
        (file: Program.thumbnailer, mode: "755", place: "/usr/libexec/apod-mirror"),
        (file: Program.watch, mode: "755", place: "/usr/libexec/apod-mirror"),
        (file: checkout + "/systemd/apod-mirror@.service", mode: "644", place: "/usr/lib/systemd/system"),
        (file: checkout + "/systemd/user/apod-mirror.service", mode: "644", place: "/usr/lib/systemd/user"),
        (file: checkout + "/systemd/apod-mirror-serve@.socket", mode: "644", place: "/usr/lib/systemd/system"),
        (file: checkout + "/systemd/apod-mirror-serve@.service", mode: "644", place: "/usr/lib/systemd/system"),
        (file: checkout + "/systemd/user/apod-mirror-wallpaper.path", mode: "644", place: "/usr/lib/systemd/user"),
        (file: checkout + "/systemd/user/apod-mirror-wallpaper.service", mode: "644", place: "/usr/lib/systemd/user"),
        (file: checkout + "/systemd/user/apod-mirror-serve.socket", mode: "644", place: "/usr/lib/systemd/user"),
        (file: checkout + "/systemd/user/apod-mirror-serve.service", mode: "644", place: "/usr/lib/systemd/user"),
    ]

    /// - Parameters:
    ///   - settings: of the machine, besides a source that cannot be reached.
    ///   - files: that a test brings besides what is installed.
    init(settings: String = "", bringing files: [String] = []) async throws {
        let installed = Self.package.map { [$0] } ?? Self.unpackaged.map(\.file)
        box = try SystemdBox(bringing: installed + files)
        // Whatever this machine has of it is not what is tried.
        try await box.shell("! dpkg-query --show apod-mirror >/dev/null 2>&1 || dpkg --purge apod-mirror >/dev/null")
        if let package = Self.package {
            try await box.shell("dpkg --install '\(SystemdBox.brought(package))' >/dev/null")
        } else {
            for (file, mode, place) in Self.unpackaged {
                try await box.shell("install -D -m \(mode) '\(SystemdBox.brought(file))' -t \(place)")
            }
            try await box.shell("mkdir -p /etc/apod-mirror; systemctl daemon-reload")
        }
        try await box.shell(
            """
            useradd --create-home --shell /bin/bash anna
            chmod 700 /home/anna
            # A service that fails is tried again at once here.
            mkdir -p /etc/systemd/system/apod-mirror@.service.d
            printf '[Service]\\nRestartSec=200ms\\n' > /etc/systemd/system/apod-mirror@.service.d/test.conf
            systemctl daemon-reload
            """)
        try await configure("source: 'apod-basic=http://127.0.0.1:9/nowhere',\n\(settings)")
    }

    /// Writes the machine's settings.
    func configure(_ settings: String) async throws {
        try await box.shell("cat > /etc/apod-mirror/config.json5 <<'END'\n{\n\(settings)\n}\nEND")
    }

    /// A sample server that the service asks.
    func serve(_ options: SampleNASA.Options, settings: String) async throws -> SampleNASA {
        let server = try await box.serve(options)
        try await configure("source: 'apod-basic=\(server.apodBasicURL)',\n\(settings)")
        return server
    }

    /// `apod-mirror setup` as root.
    func setUp(_ words: String...) async throws -> Child.Ended {
        let words = words.map { "'\($0)'" }.joined(separator: " ")
        return try await box.run("bash", "-c", "apod-mirror setup \(words)")
    }

    /// Runs a script as anna, as if she had logged in.
    @discardableResult
    func anna(_ script: String) async throws -> String {
        let ended = try await box.run(
            "setpriv", "--reuid=anna", "--regid=anna", "--init-groups", "env", "HOME=/home/anna", "USER=anna",
            "bash", "-euc", "export XDG_RUNTIME_DIR=/run/user/$UID; cd; " + script)
        guard ended.code == 0 else { throw HarnessError("\(script): \(ended.errors)\(ended.output)") }
        return ended.output.trimmingCharacters(in: .newlines)
    }

    /// A property of anna's service, as `systemctl show` tells it.
    func property(_ name: String) async throws -> String {
        try await box.shell("systemctl show --property \(name) --value \(Self.unit)")
    }

    /// From 255 on, systemd hands no path with a quotation mark to a service.
    var losesQuotationMarks: Bool {
        get async throws {
            let release = try await box.shell("systemctl --version | sed -n '1s/systemd \\([0-9]*\\).*/\\1/p'")
            return Int(release).map { $0 >= 255 } ?? false
        }
    }

    func isActive() async throws -> Bool {
        try await property("ActiveState") == "active"
    }

    func journal(_ words: String = "--output cat") async throws -> String {
        try await box.shell("journalctl --no-pager --unit \(Self.unit) \(words)")
    }

    /// Runs a script as anna inside the sandbox of the service.
    func inside(_ script: String) async throws -> Child.Ended {
        let process = try await property("MainPID")
        return try await box.run(
            "nsenter", "--target", process, "--mount", "setpriv", "--reuid=anna", "--regid=anna", "--init-groups",
            "env", "HOME=/home/anna", "sh", "-c", script)
    }

    /// Awaits the picture of a day in a mirror, and its story; the picture's path.
    func picture(of day: String, in mirror: String) async throws -> String {
        let month = "\(mirror)/\(day.prefix(4))/\(day.prefix(7))"
        let found = "ls \(Self.quoted("\(month)/\(day) *"))"
        try await box.eventually("the picture of \(day)", "\(found) && test -e '\(month)/metadata/\(day).json'")
        return try await box.shell(found)
    }

    /// Quoted up to the star that the shell is to expand.
    private static func quoted(_ pattern: String) -> String { "'\(pattern.dropLast())'*" }

    /// What makes a favorite known for good: the record names its day.
    func awaitFavorite(_ day: String, in mirror: String) async throws {
        try await box.eventually("\(day) is a favorite", "grep -q '\"date\" *: *\"\(day)\"' '\(mirror)/favorites.json'")
    }
}
