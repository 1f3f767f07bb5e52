import Foundation
import Glibc
import SampleNASA
import TestSupport
import Testing

/// The process that watches favorites/ may die at any time: no link is lost, none is late, and status says so.
@Suite(.needsBinary, .timeLimit(.minutes(30))) struct WatchDeathTests {
    @Test(arguments: [SIGKILL, SIGSTOP])
    func `whatever ends the watch, links count within seconds, and another one comes`(signal: CInt) async throws {
        let program = try Program(ServedDays.last(3))
        let made = try await program.run("sync", "--create", "--quiet", "--history", "3")
        guard made.code == 0 else { throw HarnessError("the sync ended with \(made.code): \(made.lastWords)") }
        let picture = try #require(try await MirrorFiles(program).picture(of: ServedDays.ago(1)))
        let daemon = try await RunningDaemon(program, adding: ["APOD_MIRROR_HISTORY": "3"])
        var told = ""
        var latest = Duration.zero
        let rounds = Abilities.isLong ? 200 : 10
        for round in 0..<rounds {
            var watch: pid_t?
            try await eventually("a watch") {
                watch = daemon.child.watch
                return watch != nil
            }
            kill(try #require(watch), signal)
            try await eventually("its end") { daemon.child.watch != watch }
            let begin = ContinuousClock.now
            #expect(symlink("../" + picture.path, program.root + "/favorites/\(round).jpg") == 0)
            // The request has the watch started again at once; the first deaths are left to the daemon.
            if round > 2 { told += try await program.run("status").output }
            try await eventually("the link is a favorite") {
                try String(contentsOfFile: program.root + "/favorites.json", encoding: .utf8).contains("\(round).jpg")
            }
            latest = max(latest, begin.duration(to: .now))
        }
        print("measured: \(rounds) deaths of the watch, a link counts after \(latest) at the latest")
        #expect(told.contains("apod-mirror-watch was " + (signal == SIGKILL ? "ended by signal 9." : "stopped.")))
        try await eventually("all is well") { try await program.run("status").code == 0 }
        #expect(await daemon.end().code == 0)
    }

    @Test func `without its program favorites are scanned, and the log says so`() async throws {
        let program = try Program(ServedDays.last(3))
        let made = try await program.run("sync", "--create", "--quiet", "--history", "3")
        guard made.code == 0 else { throw HarnessError("the sync ended with \(made.code): \(made.lastWords)") }
        let picture = try #require(try await MirrorFiles(program).picture(of: ServedDays.ago(1)))
        // A copy of the program, with nothing beside it.
        let alone = program.folder + "/apod-mirror"
        try FileManager.default.copyItem(atPath: Program.binary, toPath: alone)
        let keeper = try Child(alone, ["favorites", "watch"], environment: program.environment)
        let words = "apod-mirror-watch is not beside apod-mirror. Favorites are scanned every 15 seconds meanwhile."
        try await eventually("the word of it") { keeper.errors.text.contains(words) }
        #expect(symlink("../" + picture.path, program.root + "/favorites/a.jpg") == 0)
        try await eventually("the link is a favorite") {
            try String(contentsOfFile: program.root + "/favorites.json", encoding: .utf8).contains("a.jpg")
        }
        keeper.send(SIGTERM)
        #expect(await keeper.end().code == 0)
    }
}
