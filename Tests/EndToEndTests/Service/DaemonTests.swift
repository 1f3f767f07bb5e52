import Foundation
import Glibc
import SampleNASA
import Testing

/// The daemon, as whoever runs it meets it.
@Suite(.needsBinary, .timeLimit(.minutes(15))) struct DaemonTests {
    /// A mirror of the last days, of which it holds none yet.
    private func empty(_ days: Int = 4) async throws -> Program {
        let program = try Program(ServedDays.last(days))
        program.server.stop()
        let made = try await program.run("sync", "--create", "--quiet", "--history", "\(days)")
        guard made.code == 69 else { throw HarnessError("the sync ended with \(made.code): \(made.lastWords)") }
        // That nobody was there is remembered for some minutes; here it is to begin anew.
        try? FileManager.default.removeItem(atPath: program.root + "/.apod-mirror/schedule.json")
        try program.server.start()
        return program
    }

    private func full(_ days: Int = 4) async throws -> Program {
        let program = try Program(ServedDays.last(days))
        let made = try await program.run("sync", "--create", "--quiet", "--history", "\(days)")
        guard made.code == 0 else { throw HarnessError("the sync ended with \(made.code): \(made.lastWords)") }
        return program
    }

    @Test func `it is ready at once, fetches what is missing, says so in a sentence and ends when it is told`()
        async throws
    {
        let daemon = try await RunningDaemon(try await empty())
        try await daemon.says(#/^4 pictures; today's is in; next sync \d\d:\d\d$/#)
        let ended = await daemon.end()
        #expect(ended.code == 0)
        #expect(ended.output == "")
        let lines = ended.errors.split(separator: "\n")
        #expect(lines.count == 6, "a line a picture, the first word and the last: \(ended.errors)")
        #expect(lines.first?.hasSuffix(" keeps \(daemon.program.root).") == true)
        #expect(lines.last == "Stopped.")
        #expect(daemon.manager.words.last == "STOPPING=1")
        #expect(try await MirrorFiles(daemon.program).visible.count == 4)
    }

    @Test func `a dropped link is a favorite, and the sentence counts it`() async throws {
        let program = try await full()
        let picture = try #require(try await MirrorFiles(program).picture(of: ServedDays.today)?.path)
        let daemon = try await RunningDaemon(program)
        #expect(symlink("../\(picture)", "\(program.root)/favorites/today") == 0)
        try await daemon.says(#/^4 pictures, 1 favorite; today's is in; next sync \d\d:\d\d$/#)
        #expect(symlink("/etc/passwd", "\(daemon.program.root)/favorites/secrets") == 0)
        try await eventually("a refused entry in the status") {
            let json = try? JSONSerialization.jsonObject(
                with: Data(contentsOf: URL(filePath: daemon.manager.folder + "/runtime/status.json")))
            let favorites = (json as? [String: Any])?["favorites"] as? [String: Any]
            return (favorites?["refused"] as? [String: String])?["secrets"]?.contains("out of the mirror") == true
        }
        #expect(await daemon.end(SIGINT).code == 0)
    }

    @Test func `a restart asks nothing when there is nothing to catch up with`() async throws {
        let program = try await full()
        program.server.clearRequests()
        let daemon = try await RunningDaemon(program, adding: ["APOD_MIRROR_HISTORY": "4"])
        try await daemon.says(#/today's is in; next sync/#)
        #expect(await daemon.end().code == 0)
        #expect(program.server.requests.isEmpty)
    }

    @Test func `without a network it is ready, says what NASA did not, and catches up when it is told to`()
        async throws
    {
        let program = try await empty()
        program.server.stop()
        let daemon = try await RunningDaemon(program)
        try await eventually("the first failure") { daemon.child.errors.text.contains("cannot be reached") }
        try program.server.start()
        daemon.child.send(SIGUSR1)
        try await daemon.says(#/^4 pictures; today's is in/#)
        #expect(await daemon.end().code == 0)
    }

    private static let ending = ProcessInfo.processInfo.environment["APOD_ENDING_LIBRARY"]

    @Test(
        .enabled(
            if: ending != nil,
            "needs the library that watches the end of a process: run Tests/run, or name it in APOD_ENDING_LIBRARY"))
    func `no library is taken down while threads are still at work`() async throws {
        let preloaded = ["LD_PRELOAD": try #require(Self.ending)]
        let program = try Program(ServedDays.last(4))
        let synced = try await program.run("sync", "--create", "--history", "4", adding: preloaded)
        #expect(synced.code == 0, "\(synced.errors)")
        #expect(synced.output.contains("4 pictures"))
        let daemon = try await RunningDaemon(program, adding: preloaded)
        let ended = await daemon.end()
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(ended.errors.hasSuffix("Stopped.\n"))
    }

    @Test func `NASA is late, and the sentence says that this is nothing unusual`() async throws {
        let program = try Program(ServedDays.last(4, upTo: 1))
        #expect(try await program.run("sync", "--create", "--quiet", "--history", "4").code == 0)
        let daemon = try await RunningDaemon(program)
        try await daemon.says(#/^NASA has not published today's yet \(often hours late\); next sync \d\d:\d\d$/#)
        program.server.publish(through: ServedDays.today)
        daemon.child.send(SIGUSR1)
        try await daemon.says(#/^5 pictures; today's is in/#)
        #expect(await daemon.end().code == 0)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `it ends in the middle of a download, keeps what has come and goes on from there`(signal: CInt) async throws {
        let program = try await empty(1)
        let film = Video(file: "film.mp4", folder: "sample", width: 1280, height: 720, bytes: 190_000_000)
        let poster = try #require(program.server.day(ServedDays.today)?.picture)
        program.server.show(.video(film, poster: poster), on: ServedDays.today)
        program.server.setFault(.slow(bytesPerSecond: 2_500_000), for: .media(ServedDays.today))
        let part = "\(program.root)/.apod-mirror/incoming/\(ServedDays.today).part"
        func size() -> Int { (try? FileManager.default.attributesOfItem(atPath: part)[.size] as? Int) ?? 0 }

        let daemon = try await RunningDaemon(program)
        try await eventually("a part on the disk") { size() > 1_000_000 }
        #expect(await daemon.end(signal).code == 0)
        let kept = size()
        #expect(kept > 1_000_000)
        program.server.clearFaults()
        program.server.clearRequests()
        let next = try await RunningDaemon(program)
        try await next.says(#/^1 picture; today's is in/#)
        #expect(program.server.requests.filter { $0.path.hasSuffix("film.mp4") }.map(\.range) == ["bytes=\(kept)-"])
        #expect(await next.end().code == 0)
    }

    @Test func `a root that was moved away ends it, with the code on which its unit starts it anew`() async throws {
        let program = try await full(2)
        let daemon = try await RunningDaemon(program)
        try FileManager.default.moveItem(atPath: program.root, toPath: program.folder + "/elsewhere")
        let ended = await daemon.child.end()
        #expect(ended.code == 73)
        #expect(ended.errors.contains("\(program.root) was moved, replaced or unmounted"))
        #expect(!FileManager.default.fileExists(atPath: program.root))
        // The next start says what to look for, and makes nothing.
        let again = try await program.run("daemon")
        #expect(again.code == 73)
        #expect(again.errors.contains("Is its disk mounted?"))
        #expect(!FileManager.default.fileExists(atPath: program.root))
    }

    /// Under systemd, which starts it anew; a restart by hand starts at once, too.
    @Test(arguments: ["comes back", "signal"])
    func `a root that stays away is waited for, unless it comes back or the process is to end`(event: String)
        async throws
    {
        let program = try await full(1)
        let manager = try NotifySocket()
        let service = ["NOTIFY_SOCKET": manager.path, "RUNTIME_DIRECTORY": manager.folder]
        let elsewhere = program.folder + "/elsewhere"
        try FileManager.default.moveItem(atPath: program.root, toPath: elsewhere)
        // Whoever starts it hears of it at once.
        let first = try await program.run("daemon", adding: service)
        #expect(first.code == 73 && first.errors.contains("Is its disk mounted?"), "\(first)")
        try Data("9".utf8).write(to: URL(filePath: manager.folder + "/absent"))
        let waiting = try program.start(["daemon"], adding: service)
        try await eventually("a status") {
            if waiting.hasEnded { throw HarnessError("it does not wait") }
            return manager.status.contains("\(program.root) cannot be used; it is looked for again")
        }
        if event == "signal" {
            waiting.send(SIGTERM)
            #expect(await waiting.end(within: .seconds(20)).code == 128 + SIGTERM)
        }
        try FileManager.default.moveItem(atPath: elsewhere, toPath: program.root)
        if event != "signal" { #expect(await waiting.end(within: .seconds(60)).code == 73) }
        let daemon = try await RunningDaemon(program, adding: ["RUNTIME_DIRECTORY": manager.folder])
        #expect(!FileManager.default.fileExists(atPath: manager.folder + "/absent"))
        #expect(await daemon.end().code == 0)
    }

    @Test func `pings come while all is well`() async throws {
        let daemon = try await RunningDaemon(try await full(1), adding: ["WATCHDOG_USEC": "200000"])
        try await eventually("three pings") { daemon.manager.words.count { $0 == "WATCHDOG=1" } >= 3 }
        #expect(await daemon.end().code == 0)
    }

    @Test func `a second one is refused, and says why`() async throws {
        let daemon = try await RunningDaemon(try await full(1))
        let second = try await daemon.program.run("daemon")
        #expect(second.code == 75)
        #expect(second.errors.contains("Another apod-mirror is at work in \(daemon.program.root)"))
        #expect(await daemon.end().code == 0)
    }
}
