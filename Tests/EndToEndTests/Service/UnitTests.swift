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

    /// What answers is started by the next who asks.
    @Test(arguments: units.filter { !$0.file.contains("-serve") })
    func `act on the program's own exit codes`(unit: Unit) throws {
        let lines = try text(unit).split(separator: "\n")
        #expect(lines.contains("RestartForceExitStatus=\(ExitCode.root.rawValue)"))
        #expect(
            lines.contains("RestartPreventExitStatus=\(ExitCode.usage.rawValue) \(ExitCode.configuration.rawValue)"))
    }

    /// A process that speaks to the daemon's control socket can have it do anything. One that answers strangers must reach
    /// neither that nor, unless a drop-in says so, the socket for stars.
    @Test func `what answers strangers has no way to the daemon`() throws {
        func lines(_ file: String) throws -> Set<Substring> {
            Set(try text(Unit(file: file, scope: [], exposure: 0)).split(separator: "\n"))
        }
        let folders = ["/run/apod-mirror", "/run/apod-mirror-star"]
        let hidden = folders.map { "-\($0)" }.joined(separator: " ")
        #expect(try lines("apod-mirror-serve@.service").contains("InaccessiblePaths=\(hidden)"))
        // A folder that came later would be seen.
        let made = "ExecStartPre=/usr/bin/mkdir -p \(folders.joined(separator: " "))"
        #expect(try lines("apod-mirror-serve@.socket").contains(Substring(made)))
        let serve = try lines("user/apod-mirror-serve.service")
        #expect(serve.contains("ProtectHome=tmpfs") && !serve.contains { $0.contains("%t/") })
        // The two folders are the daemon's own, the socket of each for a process of its user's alone.
        let daemon = try lines("apod-mirror@.service")
        #expect(daemon.contains("RuntimeDirectory=apod-mirror/%i apod-mirror-star/%i"))
        #expect(daemon.contains("RuntimeDirectoryMode=0700"))
    }
}
