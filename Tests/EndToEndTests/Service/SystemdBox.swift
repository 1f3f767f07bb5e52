import Foundation
import Glibc
import SampleNASA
import TestSupport
import Testing

/// A machine of its own with a real systemd, in namespaces over this one's disk (`Tests/systemd-box`). What is changed
/// in it is gone with it, and it is gone with the test process, however that ends.
final class SystemdBox: Sendable {
    private let supervisor: Supervisor
    /// Names it, and holds nothing but its console.
    private let folder: String
    /// Its first process.
    private let first: String
    /// Its disk, as this process reaches it.
    var disk: String { "/proc/\(first)/root" }

    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../systemd-box").standardized.path

    /// - Parameter files: wherever they lie here, in the box they are where ``brought(_:)`` says.
    init(bringing files: [String] = []) throws {
        folder = "/var/tmp/apod-box-\(UUID().uuidString)"
        supervisor = Supervisor(try Command(["bash", Self.script, "run", folder] + files))
        guard supervisor.command.firstWords() == "running\n" else { throw HarnessError("no systemd came up in a box") }
        first = try String(contentsOfFile: folder + "/init.pid", encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Where a file that was brought lies in the box.
    static func brought(_ file: String) -> String { "/brought/" + (file as NSString).lastPathComponent }

    /// Its socket is only used at the start and at the end.
    private final class Supervisor: @unchecked Sendable {
        let command: Command

        init(_ command: Command) { self.command = command }
    }

    /// Runs a program in it, as its root.
    func run(_ words: String...) async throws -> Child.Ended {
        try await Child(
            "/usr/bin/env", ["timeout", "600", "bash", Self.script, "exec", folder] + words,
            environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
        ).end()
    }

    /// Runs a script in it to a good end; what it printed.
    @discardableResult
    func shell(_ script: String) async throws -> String {
        let ended = try await run("bash", "-euc", script)
        guard ended.code == 0 else { throw HarnessError("\(script): \(ended.errors)\(ended.output)") }
        return ended.output.trimmingCharacters(in: .newlines)
    }

    /// Awaits a fact of the box; what its journal says of it when it never comes.
    func eventually(_ what: String, _ isSo: () async throws -> Bool) async throws {
        do {
            try await EndToEndTests.eventually(what, isSo)
        } catch {
            let journal = try await run("journalctl", "--no-pager", "--lines", "40", "--output", "cat")
            throw HarnessError("\(error)\n\(journal.output)")
        }
    }

    /// Awaits what a script says: it is so when it ends well.
    func eventually(_ what: String, _ script: String) async throws {
        do {
            try await EndToEndTests.eventually(what) { try await run("bash", "-euc", script).code == 0 }
        } catch {
            let journal = try await run("journalctl", "--no-pager", "--lines", "40", "--output", "cat")
            throw HarnessError("\(error)\n\(journal.output)")
        }
    }

    /// What was made or changed in it below some of its top folders and fits a condition of find's: told by the layer that
    /// lies over this machine's own files, so that nobody has to look through all of those.
    func changed(in places: String..., where condition: String) async throws -> String {
        try await shell(
            """
            cd /run/changed
            for place in \(places.joined(separator: " ")); do
                # A file system of this machine's own has a layer of its own.
                for layer in upper$place ${place#/}/upper; do [ ! -e $layer ] || find $layer \(condition); done
            done
            """)
    }

    func text(_ path: String) throws -> String { try String(contentsOfFile: disk + path, encoding: .utf8) }

    func exists(_ path: String) -> Bool {
        var facts = stat()
        return lstat(disk + path, &facts) == 0
    }

    /// A server on the box's own loopback, which this process has in its hands all the same.
    func serve(_ options: SampleNASA.Options) async throws -> SampleNASA {
        let (server, network) = (SampleNASA(options), "/proc/\(first)/ns/net")
        let started = Fact<Result<Void, HarnessError>>()
        // A socket belongs to the network of the thread that makes it, and only this thread changes over.
        Thread.detachNewThread {
            started.settle(
                Result {
                    let space = open(network, O_RDONLY | O_CLOEXEC)
                    defer { close(space) }
                    guard setns(space, CLONE_NEWNET) == 0 else { throw HarnessError("setns: \(errno)") }
                    try server.start()
                }.mapError { HarnessError("\($0)") })
        }
        guard let result = await started.value(within: .seconds(60)) else { throw HarnessError("no server came up") }
        try result.get()
        return server
    }
}

private let CLONE_NEWNET: CInt = 0x4000_0000

/// Swift's Glibc does not have it.
@_silgen_name("setns") private func setns(_ space: CInt, _ kind: CInt) -> CInt

extension Trait where Self == ConditionTrait {
    /// A service runs as it ships, and a sanitizer needs more than the service's sandbox gives.
    static var needsSystemdBox: Self {
        .enabled(
            if: SystemdBox.isPossible,
            Abilities.isShort
                ? "services, left for Tests/run --all"
                : "needs root, systemd with its logind and D-Bus, and namespaces of its own")
    }
}

extension SystemdBox {
    fileprivate static let isPossible: Bool = {
        let isSanitized = ProcessInfo.processInfo.environment.keys.contains { $0.hasSuffix("SAN_OPTIONS") }
        return !Abilities.isShort && geteuid() == 0 && !isSanitized
            && ["/lib/systemd/systemd", "/lib/systemd/systemd-logind", "/usr/bin/dbus-daemon", "/usr/bin/nsenter"]
                .allSatisfy(FileManager.default.isExecutableFile)
            && Command.succeeds("unshare", "--net", "--mount", "--pid", "--fork", "--cgroup", "--uts", "--ipc", "true")
    }()
}
