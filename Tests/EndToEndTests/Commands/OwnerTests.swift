import Foundation
import Glibc
import SampleNASA
import Testing

/// Nobody makes files in somebody else's mirror: the service could not change them any more.
@Suite(.needsBinary, .needsOtherUsers) struct OwnerTests {
    private static let commands = [
        ["sync"], ["hide", ServedDays.ago(1)], ["unhide", ServedDays.ago(1)],
        ["verify", "--accept", ServedDays.ago(1)], ["prune"],
        ["gallery"],
        ["favorites", "add", ServedDays.ago(1)], ["daemon"],
    ]

    @Test(arguments: commands) func `root is sent to its owner`(command: [String]) async throws {
        let program = try Program(ServedDays.last(3))
        #expect(try await program.run("sync", "--create", "--quiet", "--history", "3").code == 0)
        #expect(try await program.tool("chown", ["-hR", "65534:65534", program.root]).code == 0)
        let before = try await program.tool("find", [program.root, "-printf", "%p %U %s %T@\n"])
        let ended = try await program.start(command).end()
        #expect(ended.code == 73, "\(ended.output)\(ended.errors)")
        #expect(ended.errors.contains("belongs to nobody"), "\(ended.errors)")
        #expect(
            ended.errors.contains("sudo -u nobody apod-mirror \(command.joined(separator: " "))"), "\(ended.errors)")
        #expect(try await program.tool("find", [program.root, "-printf", "%p %U %s %T@\n"]).output == before.output)
    }

    @Test func `another user is, too`() async throws {
        let program = try Program(ServedDays.last(3))
        #expect(try await program.run("sync", "--create", "--quiet", "--history", "3").code == 0)
        #expect(chmod(program.folder, 0o755) == 0)
        // Writable for all, so that nothing but the rule keeps anybody out.
        #expect(try await program.tool("chmod", ["-R", "a+rwX", program.root]).code == 0)
        let words = ["--reuid=65534", "--regid=65534", "--clear-groups", Program.binary, "sync"]
        let ended = try await program.tool("setpriv", words)
        #expect(ended.code == 73)
        #expect(ended.errors.contains("sudo -u root apod-mirror sync"), "\(ended.errors)")
        #expect(try await program.tool("find", [program.root, "-uid", "65534"]).output == "")
    }
}
