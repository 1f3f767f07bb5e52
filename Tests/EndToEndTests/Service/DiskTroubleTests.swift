import Foundation
import Glibc
import SampleNASA
import TestSupport
import Testing

/// The disk is full, or does not let itself be written to: the daemon says so, and still ends when it is told.
@Suite(.needsBinary, .timeLimit(.minutes(15))) struct DiskTroubleTests {
    /// A mirror of three days on a disk of its own.
    private func mirror(on disk: TinyDisk) async throws -> Program {
        let program = try Program(ServedDays.last(3))
        let made = try await program.run(
            "sync", "--create", "--quiet", "--history", "3", "--min-free-bytes", "0", "--mirror", disk.path + "/APOD")
        guard made.code == 0 else { throw HarnessError("the sync ended with \(made.code): \(made.errors)") }
        return program
    }

    private func variables(_ disk: TinyDisk) -> [String: String] {
        ["APOD_MIRROR_MIRROR": disk.path + "/APOD", "APOD_MIRROR_MIN_FREE_BYTES": "0", "APOD_MIRROR_HISTORY": "3"]
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `on a full disk it starts, says what is wrong, keeps what there is and ends`(signal: CInt) async throws {
        guard let disk = try TinyDisk(size: "16m") else { return }
        let program = try await mirror(on: disk)
        try disk.fill()
        let daemon = try await RunningDaemon(program, adding: variables(disk))
        let picture = try #require(
            try FileManager.default.subpathsOfDirectory(atPath: disk.path + "/APOD").first {
                $0.contains("/\(ServedDays.today) ")
            })
        #expect(symlink("../\(picture)", disk.path + "/APOD/favorites/today") == 0)
        try await eventually("the word of the full disk") { daemon.child.errors.text.contains("the disk is full") }
        try disk.makeRoom()
        // What could not be written is tried again by itself.
        try await daemon.says(#/, 1 favorite; today's is in/#)
        try disk.fill()
        #expect(await daemon.end(signal).code == 0)
    }

    @Test func `a disk that failed and can only be read ends it, with the code on which its unit starts it anew`()
        async throws
    {
        guard let disk = try TinyDisk.ext4() else { return }
        let program = try await mirror(on: disk)
        let daemon = try await RunningDaemon(program, adding: variables(disk))
        guard disk.fail() else { return print("No disk can be made to fail here: a test of one was skipped.") }
        daemon.child.send(SIGUSR1)
        let ended = await daemon.child.end()
        #expect(ended.code == 73)
        #expect(ended.errors.contains(#/To mend it: (sudo )?apod-mirror setup /#), "\(ended.errors)")
    }

    @Test func `it ends on a disk that has just failed`() async throws {
        guard let disk = try TinyDisk.ext4() else { return }
        let program = try await mirror(on: disk)
        let daemon = try await RunningDaemon(program, adding: variables(disk))
        guard disk.fail() else { return print("No disk can be made to fail here: a test of one was skipped.") }
        #expect(await daemon.end().code == 0)
    }
}
