import Foundation
import Glibc
import SampleNASA
import TestSupport
import Testing

/// Kills at moments nobody chose, several times over one tree: the start after a crash may be cut short too.
@Suite(.onlyInAll("crash loops"), .needsBinary, .serialized)
struct RandomKillTests {
    private static let kills = Abilities.isLong ? 60 : 15
    private static let killsOfOneTree = 5

    @Test func `a first sync may be killed again and again at random moments`() async throws {
        try await kill(try .empty())
    }

    @Test func `a sync that renames and replaces may be killed again and again at random moments`() async throws {
        try await kill(try await .corrected())
    }

    private func kill(_ bench: CrashBench) async throws {
        var random = Dice()
        print("seed \(random.seed) (APOD_TESTS_SEED repeats it)")
        var kills = 0
        while kills < Self.kills {
            try await bench.reset()
            for _ in 0..<Self.killsOfOneTree {
                let before = try await MirrorFiles(bench.program)
                bench.program.server.clearRequests()
                let wasKilled = try await killAtRandom(bench, &random)
                kills += wasKilled ? 1 : 0
                var problems = bench.sentAgain(before)
                problems += try await bench.problemsAfterCrash()
                #expect(problems.isEmpty, "kill \(kills), seed \(random.seed)")
                if !wasKilled { break }
            }
            let left = try await bench.problemsAfterCleanPass()
            #expect(left.isEmpty, "a clean pass after kill \(kills), seed \(random.seed)")
        }
    }

    /// After so many requests, so many lines or so many turns of a loop: what is under way then is up to the machine.
    private func killAtRandom(_ bench: CrashBench, _ random: inout Dice) async throws -> Bool {
        let child = try bench.program.start(bench.arguments)
        let (kind, count) = (Int.random(in: 0..<3, using: &random), Int.random(in: 0..<45, using: &random))
        var turns = 0
        func isDue() -> Bool {
            turns += 1
            switch kind {
            case 0: return bench.program.server.requests.count >= count
            case 1: return child.output.lineCount >= count
            default: return turns >= count
            }
        }
        // A processor that only looks would be missing to those who are looked at.
        while !child.hasEnded, !isDue() { try await Task.sleep(for: .milliseconds(1)) }
        child.send(SIGKILL)
        let ended = await child.end()
        guard ended.wasKilled || ended.code <= 1 else {
            throw HarnessError("it ended with \(ended.code): \(ended.lastWords)")
        }
        return ended.wasKilled
    }
}
