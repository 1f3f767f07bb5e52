import Foundation
import TestSupport
import Testing

/// `rm -rf favorites` takes a while: the marker goes somewhere in the middle, and the keeper looks all the time.
@Suite(.onlyInAll("crash loops"), .needsBinary, .timeLimit(.minutes(15)))
struct RemovalRaceTests {
    private static let races = Abilities.isLong ? 50 : 10
    private static let lanes = 5
    private static let links = 5_000

    /// Every race is one of the real keeper against the real rm. Each lane has a mirror of its own, and goes on when
    /// the links were given back.
    @Test func `five thousand links are deleted again and again, and none is taken for removed`() async throws {
        var random = Dice()
        print("seed \(random.seed) (APOD_TESTS_SEED repeats it)")
        let (benches, disk) = try await benches()
        defer { disk?.end() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for bench in benches {
                let delays = (0..<Self.races / Self.lanes).map { _ in Int.random(in: -4_000...4_000, using: &random) }
                group.addTask {
                    for (race, delay) in delays.enumerated() { try await self.race(bench, race, delay) }
                    try await bench.stopKeeper()
                }
            }
            try await group.waitForAll()
        }
    }

    private func benches() async throws -> (benches: [LossBench], disk: JournaledDisk?) {
        let first = try await LossBench(days: 40)
        let programs = try (0..<Self.lanes).map { _ in try Program(ServedDays.last(1)) }
        let disk = try JournaledDisk(in: first.program.folder, with: programs.map(\.root))
        var benches: [LossBench] = []
        for program in programs {
            let bench = try await LossBench(
                program, copyOf: first, wrapper: disk?.wrapper ?? [], seenBelow: disk?.prefix ?? "")
            try await bench.shell("cp -a '\(first.root)/.' .")
            try bench.plant(links(bench))
            try bench.startKeeper()
            benches.append(bench)
        }
        return (benches, disk)
    }

    private func links(_ bench: LossBench) -> [String: String] {
        (0..<Self.links).reduce(into: [:]) { links, number in
            let day = ServedDays.ago(10 + number % 30)
            // A third at the top, where the marker is.
            let album = number % 3 == 0 ? "" : "Album \(number % 11)/"
            links["\(album)\(day) again and again \(number).jpg"] = day
        }
    }

    /// A link is dropped, and so many microseconds after (or before) that everything is deleted.
    private func race(_ bench: LossBench, _ race: Int, _ delay: Int) async throws {
        let day = ServedDays.ago(race)
        try await bench.settled("all \(Self.links) links are there") { $0.entries.count >= Self.links }
        let drop = { @Sendable in
            if delay < 0 { usleep(UInt32(-delay)) }
            // Nothing is dropped into a folder that is gone.
            try? FileManager.default.createSymbolicLink(
                atPath: bench.root + "/favorites/\(day).jpg", withDestinationPath: bench.target(of: day))
        }
        let dropping = Thread(block: drop)
        dropping.start()
        if delay > 0 { usleep(UInt32(delay)) }
        // It says so where the folder is not empty in the end, because a link came meanwhile.
        try await bench.shell("rm -rf favorites || true")
        let found = try await bench.settled("the links were given back") { $0.entries.count >= Self.links }
        if let late = found.favorites[day] { bench.added[day] = late.added }
        bench.expectKept(found, "race \(race), rm \(delay) µs after the drop")
    }
}
