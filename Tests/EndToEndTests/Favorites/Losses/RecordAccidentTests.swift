import Foundation
import Testing

/// `favorites.json` is the owner's to back up, to restore and to edit; nothing they do to it takes a favorite away.
@Suite(.needsBinary) struct RecordAccidentTests {
    /// A keeper that sees the accident, or finds it when it starts.
    private func bench(
        _ isRunning: Bool, _ accident: (LossBench) async throws -> Void
    ) async throws -> LossBench {
        let bench = try await LossBench(days: 8)
        try bench.plantFavorites(5)
        try await bench.shell("cp favorites.json ../backup")
        try bench.startKeeper()
        try await bench.drop(ServedDays.ago(5), in: "Moons")
        if !isRunning { try await bench.stopKeeper() }
        try await accident(bench)
        if !isRunning { try bench.startKeeper() }
        return bench
    }

    @Test(
        arguments: ["cp ../backup favorites.json", "mv ../backup favorites.json", "rm favorites.json"], [true, false])
    func `an old backup in its place, or none, removes nothing`(accident: String, isRunning: Bool) async throws {
        let bench = try await bench(isRunning) { try await $0.shell(accident) }
        try await bench.expectAllKept()
        try await bench.stopKeeper()
    }

    @Test(
        arguments: ["echo '{' > favorites.json", "head -c 200 ../backup > favorites.json", ": > favorites.json"],
        [true, false])
    func `a damaged file is kept aside, and nothing is lost`(accident: String, isRunning: Bool) async throws {
        let bench = try await bench(isRunning) { try await $0.shell(accident) }
        try await bench.expectAllKept()
        try await bench.stopKeeper()
        #expect(FileManager.default.fileExists(atPath: bench.root + "/favorites damaged.json"))
    }

    @Test(arguments: [true, false])
    func `a day that is written in by hand is a favorite and gets its link`(isRunning: Bool) async throws {
        let day = ServedDays.ago(7)
        let bench = try await bench(isRunning) { bench in
            try bench.edit { $0.append(["date": day, "added": "2019-05-05T05:05:05Z"]) }
        }
        bench.added[day] = "2019-05-05T05:05:05Z"
        try await bench.expectAllKept()
        try await bench.stopKeeper()
    }

    @Test(arguments: [true, false])
    func `a favorite that is taken out by hand comes back`(isRunning: Bool) async throws {
        let bench = try await bench(isRunning) { bench in try bench.edit { $0.removeFirst(3) } }
        try await bench.expectAllKept()
        try await bench.stopKeeper()
    }

    @Test(arguments: [true, false])
    func `a file of a newer version is left alone`(isRunning: Bool) async throws {
        let bench = try await bench(isRunning) {
            try await $0.shell(
                "sed 's/\"version\" *: *1/\"version\":2/' favorites.json > ../new && mv ../new favorites.json")
        }
        let path = URL(filePath: bench.root + "/favorites.json")
        let newer = try Data(contentsOf: path)
        let keeper = try #require(bench.keeper)
        try await eventually("a word about the newer version") { keeper.errors.text.contains("newer apod-mirror") }
        try bench.link(ServedDays.ago(6))
        try await bench.stopKeeper()
        #expect(try Data(contentsOf: path) == newer)
        try await bench.shell(
            "sed 's/\"version\":2/\"version\":1/' favorites.json > ../new && mv ../new favorites.json")
        try bench.startKeeper()
        let found = try await bench.settled("the link that came meanwhile") { $0.favorites[ServedDays.ago(6)] != nil }
        bench.added[ServedDays.ago(6)] = found.favorites[ServedDays.ago(6)]?.added
        bench.expectKept(found)
        try await bench.stopKeeper()
    }
}

extension LossBench {
    /// Edits the favorites as a person would: another file in the place of the one there was.
    fileprivate func edit(_ change: (inout [Any]) -> Void) throws {
        let path = URL(filePath: root + "/favorites.json")
        guard var record = try JSONSerialization.jsonObject(with: Data(contentsOf: path)) as? [String: Any],
            var favorites = record["favorites"] as? [Any]
        else { throw HarnessError("no favorites in \(path)") }
        change(&favorites)
        record["favorites"] = favorites
        try JSONSerialization.data(withJSONObject: record, options: .prettyPrinted).write(to: path, options: .atomic)
    }
}
