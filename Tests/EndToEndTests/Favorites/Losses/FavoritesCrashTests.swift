import Foundation
import TestSupport
import Testing

/// The promise: a keeper that dies at any moment loses nothing, doubles nothing, and touches nothing that is not its own.
@Suite(.onlyInAll("crash loops"), .needsBinary, .needsCrashLibrary, .timeLimit(.minutes(30)))
struct FavoritesCrashTests {
    private static let lanes = 8

    @Test func `the keeper may be killed before every call`() async throws {
        let first = try await mirror()
        let calls = try await countCalls(first)
        #expect(calls > 100)
        print("the keeper's calls in the script: \(calls)")
        let tried = TriedCalls(of: calls, some: 56)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lane in 0..<Self.lanes {
                group.addTask {
                    let bench = try await LossBench(Program(ServedDays.last(1)), copyOf: first)
                    for call in tried.lane(lane, of: Self.lanes) {
                        try await begin(bench, from: first)
                        try bench.startKeeper(adding: ["LD_PRELOAD": Program.crashLibrary ?? "", "CRASH_AT": "\(call)"])
                        try await play(bench, "killed before call \(call) of \(calls)")
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `the keeper may be killed at random moments`() async throws {
        var random = Dice()
        print("seed \(random.seed) (APOD_TESTS_SEED repeats it)")
        let bench = try await mirror()
        var kills = 0
        while kills < (Abilities.isLong ? 60 : 16) {
            try await begin(bench, from: bench)
            try bench.startKeeper()
            bench.kills = (0..<8).map { _ in .now + .milliseconds(Int.random(in: 5...3_000, using: &random)) }.sorted(
                by: >)
            try await play(bench, "kills \(kills) to \(kills + 8), seed \(random.seed)")
            kills += 8 - bench.kills.count
        }
    }

    private func mirror() async throws -> LossBench {
        let bench = try await LossBench(days: 14)
        try FavoritesScript.plant(bench)
        try await bench.shell("cp -a . ../beginning")
        return bench
    }

    private func begin(_ bench: LossBench, from first: LossBench) async throws {
        _ = try await bench.program.tool("rm", ["-rf", bench.root])
        _ = try await bench.program.tool("cp", ["-a", first.program.folder + "/beginning", bench.root])
        try bench.settle()
    }

    private func countCalls(_ bench: LossBench) async throws -> Int {
        let file = bench.program.folder + "/count"
        try bench.startKeeper(adding: ["LD_PRELOAD": Program.crashLibrary ?? "", "CRASH_COUNT": file])
        var script = FavoritesScript(bench)
        try await script.run()
        try await bench.stopKeeper()
        return Int(try String(contentsOfFile: file, encoding: .utf8).split(separator: " ").first ?? "") ?? 0
    }

    /// Lets the script run to its end, whatever becomes of the keeper, and looks at what is left.
    private func play(_ bench: LossBench, _ when: String) async throws {
        bench.isKeptAlive = true
        do {
            var script = FavoritesScript(bench)
            try await script.run()
        } catch {
            Issue.record("\(when): \(error)")
        }
        bench.isKeptAlive = false
        if try await !bench.stopKeeper(mayBeDead: true) {
            // Killed when all was done. A command makes the pass that the next start would, and changes nothing.
            try await bench.run("favorites", "add", ServedDays.ago(3))
        }
        let files = try await MirrorFiles(bench.program)
        let problems = problems(files, bench)
        #expect(problems.isEmpty, "\(when)")
        #expect(try await checksums(files, bench) == "", "\(when)")
    }

    private func problems(_ files: MirrorFiles, _ bench: LossBench) -> [String] {
        var problems = bench.pictures.compactMap { day, path in
            files.record(of: day)?.sha256 == files.files[path]?.sha256
                ? nil : "the picture of \(day) is not in its month"
        }
        problems += files.visible.map(\.path).filter { !bench.pictures.values.contains($0) }.map {
            "one too many: \($0)"
        }
        problems += files.incoming.map { "left in incoming/: \($0.name)" }
        let mine = "favorites/" + ((bench.pictures[ServedDays.ago(10)] ?? "") as NSString).lastPathComponent
        let own = [mine: "mine\n", "favorites/note.txt": "a note\n"]
        for (path, text) in own where files.files[path]?.bytes != Data(text.utf8) {
            problems.append("\(path) is not what it was")
        }
        if bench.program.favorite("foreign") != "/etc/hostname" { problems.append("a foreign link is not what it was") }
        let inFavorites = files.files.keys.filter { $0.hasPrefix("favorites/") && own[$0] == nil }
        problems += inFavorites.filter { $0 != "favorites/.apod-mirror" }.map { "a file in favorites/: \($0)" }
        return problems
    }

    private func checksums(_ files: MirrorFiles, _ bench: LossBench) async throws -> String {
        var said = ""
        for month in files.months {
            let check = try await bench.program.tool(
                "sha256sum", ["--check", "--strict", "--quiet", "metadata/SHA256SUMS"], in: bench.root + "/" + month)
            said += check.output + check.errors
        }
        return said
    }
}
