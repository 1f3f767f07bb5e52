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
        guard made.code == 0 else { throw HarnessError("the sync ended with \(made.code): \(made.lastWords)") }
        return program
    }

    private func variables(_ disk: TinyDisk) -> [String: String] {
        ["APOD_MIRROR_MIRROR": disk.path + "/APOD", "APOD_MIRROR_MIN_FREE_BYTES": "0", "APOD_MIRROR_HISTORY": "3"]
    }

    @Test(.needsMount, arguments: [SIGTERM, SIGINT])
    func `on a full disk it starts, says what is wrong, keeps what there is and ends`(signal: CInt) async throws {
        let disk = try TinyDisk(size: "16m")
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

    @Test(.enabled(if: TinyDisk.canFail, "needs a disk with ext4 that can be made to fail"))
    func `a disk that failed and can only be read ends it, with the code on which its unit starts it anew`()
        async throws
    {
        let disk = try TinyDisk.ext4()
        let program = try await mirror(on: disk)
        let daemon = try await RunningDaemon(program, adding: variables(disk))
        #expect(disk.fail())
        daemon.child.send(SIGUSR1)
        let ended = await daemon.child.end()
        #expect(ended.code == 73)
        #expect(ended.errors.contains(#/To mend it: (sudo )?apod-mirror setup /#), "\(ended.errors)")
    }

    @Test(.enabled(if: TinyDisk.canFail, "needs a disk with ext4 that can be made to fail"))
    func `it ends on a disk that has just failed`() async throws {
        let disk = try TinyDisk.ext4()
        let program = try await mirror(on: disk)
        let daemon = try await RunningDaemon(program, adding: variables(disk))
        #expect(disk.fail())
        #expect(await daemon.end().code == 0)
    }
}
