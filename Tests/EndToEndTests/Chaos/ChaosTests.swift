import Foundation
import TestSupport
import Testing

/// Everything that may befall a mirror, in any order. When it is over, what the documentation promises is so.
@Suite(.onlyInAll("chaos"), .needsBinary, .timeLimit(.minutes(40)))
struct ChaosTests {
    /// A storm, then a look at what it left; in a long run one after the other.
    private static let storm = Duration.seconds(40)
    private static let all = Abilities.isLong ? Duration.seconds(20 * 60) : storm

    @Test func `whatever happens, nothing is lost`() async throws {
        let random = Dice()
        print("seed \(random.seed) (APOD_TESTS_SEED repeats it)")
        try await Slots.keepers.taking {
            let bench = try await ChaosBench(random)
            try bench.daemon.start()
            let end = ContinuousClock.now + Self.all
            var round = 0
            repeat {
                round += 1
                let limit = ContinuousClock.now + Self.storm
                var steps = 0
                while ContinuousClock.now < limit {
                    try await bench.step()
                    steps += 1
                }
                try await bench.comeToRest()
                try await bench.loseMonths()
                try await bench.comeToRest()
                let problems = try await ChaosChecks.problems(of: bench)
                let favorites = bench.model.favorites.count
                print("measured: \(steps) steps of chaos in round \(round), \(favorites) days that were favorites once")
                #expect(
                    problems.isEmpty,
                    "seed \(random.seed), round \(round)\n\(problems.joined(separator: "\n"))\n\(bench.told)")
                if !problems.isEmpty { break }
            } while ContinuousClock.now < end
            try await bench.daemon.stop()
        }
    }
}
