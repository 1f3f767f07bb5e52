import Foundation
import Glibc
import TestSupport
import Testing

/// After an accident the keeper gives links back and begins to trust the folder, in many steps; it may die before each.
@Suite(.onlyInAll("crash loops"), .needsBinary, .needsCrashLibrary)
struct KilledUnionTests {
    private static let lanes = 8

    enum Accident: String, CaseIterable, Sendable {
        case deleted = "rm -rf favorites"
        case emptied = "mv favorites ../away && mkdir -p favorites"
        case linked = "cp -al favorites ../old && rm -rf favorites/Moons && mv favorites ../away && mv ../old favorites"
        case lost = "rm favorites.json"
        case damaged = "rm -rf favorites && echo '{' > favorites.json"
    }

    @Test(arguments: Accident.allCases)
    func `the keeper may be killed before every call of a union`(accident: Accident) async throws {
        let first = try await LossBench(days: 5)
        try first.plantFavorites(4)
        try await first.shell("cp -a . ../beginning")
        let calls = try await countCalls(first, accident)
        #expect(calls > 20)
        let tried = TriedCalls(of: calls, some: 16)
        let beginning = first.program.folder + "/beginning"
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lane in 0..<Self.lanes {
                group.addTask {
                    let bench = try await LossBench(Program(ServedDays.last(1)), copyOf: first)
                    for call in tried.lane(lane, of: Self.lanes) {
                        try await begin(bench, from: beginning, accident)
                        try bench.startKeeper(adding: Self.crash(at: call))
                        try await untilDeadOrDone(bench)
                        await bench.killKeeper()
                        try bench.startKeeper()
                        // Not only as it was left: it is at work, and trusts what lies there.
                        try await bench.drop(ServedDays.ago(4))
                        try await bench.expectAllKept("\(accident), killed before call \(call) of \(calls)")
                        try await bench.stopKeeper()
                        bench.added[ServedDays.ago(4)] = nil
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(arguments: Accident.allCases)
    func `the keeper may be killed at random moments of a union`(accident: Accident) async throws {
        var random = Dice()
        print("seed \(random.seed) (APOD_TESTS_SEED repeats it)")
        let bench = try await LossBench(days: 5)
        try bench.plantFavorites(4)
        try await bench.shell(accident.rawValue)
        for _ in 0..<8 {
            try bench.startKeeper()
            try await Task.sleep(for: .milliseconds(Int.random(in: 5...2_500, using: &random)))
            await bench.killKeeper()
        }
        try bench.startKeeper()
        try await bench.drop(ServedDays.ago(4))
        try await bench.expectAllKept("seed \(random.seed)")
        try await bench.stopKeeper()
    }

    private func begin(_ bench: LossBench, from beginning: String, _ accident: Accident) async throws {
        _ = try await bench.program.tool("rm", ["-rf", bench.root, "old", "away"])
        _ = try await bench.program.tool("cp", ["-a", beginning, bench.root])
        try bench.settle()
        try await bench.shell(accident.rawValue)
    }

    private func countCalls(_ bench: LossBench, _ accident: Accident) async throws -> Int {
        let file = bench.program.folder + "/count"
        try await bench.shell(accident.rawValue)
        try bench.startKeeper(adding: Self.crash(at: 0).merging(["CRASH_COUNT": file]) { $1 })
        try await bench.expectAllKept()
        try await bench.stopKeeper()
        return Int(try String(contentsOfFile: file, encoding: .utf8).split(separator: " ").first ?? "") ?? 0
    }

    private static func crash(at call: Int) -> [String: String] {
        ["LD_PRELOAD": Program.crashLibrary ?? "", "CRASH_AT": "\(call)"]
    }

    private func untilDeadOrDone(_ bench: LossBench) async throws {
        try await eventually("the keeper dies, or is done before it could") {
            bench.keeper?.hasEnded ?? true || (try? Persisted(root: bench.root))?.isQuiet ?? false
        }
    }
}
