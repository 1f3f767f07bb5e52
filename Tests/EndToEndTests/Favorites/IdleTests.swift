import Foundation
import Glibc
import TestSupport
import Testing

/// A good guest: asleep until something is dropped, and no larger afterwards.
@Suite(.needsBinary, .serialized) struct IdleTests {
    @Test(.needs(tool: "strace")) func `a keeper at rest makes no system call`() async throws {
        let mirror = try await WatchedMirror(days: 5)
        try mirror.makeAlbum("Album")
        for number in 0..<5 { try mirror.drop(number % 2 == 0 ? "\(number)" : "Album/\(number)", picture: number) }
        try await mirror.agreed("5 links persisted")
        try await mirror.settled()
        try await mirror.rested()

        let seconds = Abilities.isLong ? 60 : 5
        let file = mirror.program.folder + "/calls"
        let tracer = try Child(
            "/usr/bin/env", ["strace", "-f", "-o", file, "-p", "\(mirror.keeper.pid)"],
            environment: mirror.program.environment)
        try await eventually("strace attached") { try mirror.isTraced }
        func calls() throws -> String { try String(contentsOfFile: file, encoding: .utf8) }
        // The calls in which the threads were found waiting are begun again, once.
        try await mirror.rested()
        let found = try calls()
        // Time itself is what is tested here.
        try await Task.sleep(for: .seconds(seconds))
        #expect(try calls() == found)

        // It was asleep, not dead, and would have been seen to wake.
        try mirror.drop("one more", picture: 0)
        try await mirror.agreed("one more link")
        #expect(try calls() != found)
        tracer.send(SIGINT)
        _ = await tracer.end()
        #expect(await mirror.end().code == 0)
    }

    @Test(.needsRelease)
    func `coming and going favorites take no more memory`() async throws {
        let mirror = try await WatchedMirror(days: 100)
        let rounds = Abilities.isLong ? 100 : 10
        // What a hundred favorites take at all is taken in the first round.
        try await comeAndGo(mirror)
        let before = try mirror.memory()
        for _ in 0..<rounds { try await comeAndGo(mirror) }
        let after = try mirror.memory()
        print("measured: \(rounds * 100) additions and removals, RssAnon from \(before) to \(after) kB")
        #expect(after - before < 2_000)
        #expect(await mirror.end().code == 0)
    }

    private func comeAndGo(_ mirror: WatchedMirror) async throws {
        for number in 0..<100 { try mirror.drop("\(number)", picture: number) }
        try await mirror.agreed("100 favorites")
        #expect(try mirror.persisted().count == 100)
        for number in 0..<100 { try mirror.remove("\(number)") }
        try await mirror.agreed("no favorite")
    }
}

extension WatchedMirror {
    /// Whether every thread of the keeper has a tracer.
    fileprivate var isTraced: Bool {
        get throws {
            let tasks = "/proc/\(keeper.pid)/task"
            return try FileManager.default.contentsOfDirectory(atPath: tasks).allSatisfy {
                // A thread may have ended since it was listed.
                let status = try? String(contentsOfFile: "\(tasks)/\($0)/status", encoding: .utf8)
                return status?.contains("TracerPid:\t0") != true
            }
        }
    }
}
