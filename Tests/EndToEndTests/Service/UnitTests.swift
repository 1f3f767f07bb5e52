import Foundation
import TestSupport
import Testing

@testable import Settings

/// The units, as systemd itself reads them.
@Suite(.needsBinary, .needs(tool: "systemd-analyze")) struct UnitTests {
    struct Unit: Sendable, CustomTestStringConvertible {
        let file: String
        /// How systemd-analyze is told whose unit it is.
        let scope: [String]
        /// What `systemd-analyze security` may give it at most: 0 is a locked safe, 10 an open door.
        let exposure: Double

        var testDescription: String { file }
    }

    private static let units = [
        Unit(file: "apod-mirror@.service", scope: ["--system"], exposure: 1.3),
        Unit(file: "user/apod-mirror.service", scope: ["--user"], exposure: 2.0),
        Unit(file: "apod-mirror-serve@.service", scope: ["--system"], exposure: 1.0),
        Unit(file: "user/apod-mirror-serve.service", scope: ["--user"], exposure: 1.0),
        Unit(file: "apod-mirror-star@.service", scope: ["--system"], exposure: 1.0),
        Unit(file: "user/apod-mirror-star.service", scope: ["--user"], exposure: 1.0),
    ]

    private func text(_ unit: Unit) throws -> String {
        try String(contentsOf: Package.folder.appending(path: "systemd/" + unit.file), encoding: .utf8)
    }

    /// What systemd-analyze says of a unit's text.
    private func analyze(_ text: String, _ unit: Unit, _ words: [String]) async throws -> Child.Ended {
        let folder = try TemporaryFolder()
        let name = unit.file.split(separator: "/").last.map(String.init) ?? unit.file
        try folder.write(text, to: name)
        return try await Child(
            "/usr/bin/env", ["systemd-analyze"] + unit.scope + words + ["\(folder.path)/\(name)"],
            environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "XDG_RUNTIME_DIR": folder.path]
        ).end()
    }

    /// systemd ignores what it does not know, says so, and ends with 0. It complains of this machine's other units, too.
    @Test(arguments: units) func `give systemd nothing to complain of`(unit: Unit) async throws {
        func verified(_ text: String) async throws -> (code: Int32, complaints: Set<Substring>) {
            let ended = try await analyze(text, unit, ["verify", "--man=no"])
            return (ended.code, Set((ended.output + ended.errors).split(separator: "\n")))
        }
        let others = try await verified("[Service]\nExecStart=/bin/true\n")
        let runnable = try text(unit).replacing("/usr/bin/apod-mirror", with: Program.binary)
        let ours = try await verified(runnable)
        #expect(ours.code == others.code && ours.complaints.subtracting(others.complaints) == [])
        let unknown = try await verified(runnable.replacing("TimeoutStopSec=", with: "TimeoutStopSteps="))
        #expect(unknown.complaints.subtracting(others.complaints) != [])
    }

    /// A user's systemd cannot load the filter that these lines need, ignores them and warns of it.
    @Test(arguments: units.filter { $0.scope == ["--user"] })
    func `a user's units ask for nothing that only root may do`(unit: Unit) throws {
        #expect(try text(unit).split(separator: "\n").filter { $0.hasPrefix("IPAddress") } == [])
    }

    @Test(arguments: units) func `leave little to attack`(unit: Unit) async throws {
        let ended = try await analyze(try text(unit), unit, ["security", "--offline=yes", "--no-pager"])
        let level = ended.output.firstMatch(of: #/exposure level for .*: ([0-9.]+)/#).flatMap { Double($0.output.1) }
        let exposure = try #require(level)
        print("measured: \(unit.file) has an exposure of \(exposure)")
        #expect(exposure <= unit.exposure)
    }

    /// What answers, and what takes stars, is started by the next who asks.
    @Test(arguments: units.filter { !$0.file.contains("-serve") && !$0.file.contains("-star") })
    func `act on the program's own exit codes`(unit: Unit) throws {
        let lines = try text(unit).split(separator: "\n")
        #expect(lines.contains("RestartForceExitStatus=\(ExitCode.root.rawValue)"))
        #expect(
            lines.contains("RestartPreventExitStatus=\(ExitCode.usage.rawValue) \(ExitCode.configuration.rawValue)"))
    }

    /// Whoever can speak to the daemon can have it do anything. What answers strangers must not; and what may writes nowhere.
    @Test func `what answers strangers has no way to the daemon, and what takes stars no way to anything else`() throws
    {
        func lines(_ file: String) throws -> Set<Substring> {
            Set(try text(Unit(file: file, scope: [], exposure: 0)).split(separator: "\n"))
        }
        #expect(try lines("apod-mirror-serve@.service").contains("InaccessiblePaths=-/run/apod-mirror"))
        // A folder that came later would be seen.
        #expect(try lines("apod-mirror-serve@.socket").contains("ExecStartPre=/usr/bin/mkdir -p /run/apod-mirror"))
        let serve = try lines("user/apod-mirror-serve.service")
        #expect(serve.contains("ProtectHome=tmpfs") && !serve.contains { $0.contains("%t/") })
        for file in ["apod-mirror-star@.service", "user/apod-mirror-star.service"] {
            let star = try lines(file)
            for line in ["ProtectSystem=strict", "ProtectHome=tmpfs", "PrivateNetwork=yes", "NoNewPrivileges=yes"] {
                #expect(star.contains(Substring(line)), "\(file): \(line)")
            }
            #expect(!star.contains { $0.hasPrefix("ReadWritePaths") || $0.hasPrefix("BindPaths") }, "\(file)")
        }
        for (file, mode) in [
            ("apod-mirror-star@.socket", "SocketUser=%i"), ("user/apod-mirror-star.socket", "DirectoryMode=0700"),
        ] {
            let socket = try lines(file)
            #expect(socket.isSuperset(of: ["SocketMode=0600", Substring(mode)]), "\(file)")
            #expect(!socket.contains { $0.hasPrefix("ListenStream") }, "\(file)")
        }
    }
}
