import Foundation
import Glibc
import Testing

/// What cannot be read is not gone.
@Suite(.needsBinary) struct UnreadableAlbumTests {
    @Test(.needsOtherUsers) func `an album that nobody may open loses nothing`() async throws {
        // Root could open it all the same.
        let nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
        let bench = try await LossBench(days: 8)
        try bench.plantFavorites(6)
        _ = try await bench.program.tool("chown", ["-R", "65534:65534", bench.program.folder])
        try bench.settle()
        try bench.startKeeper(by: nobody)
        try await stayBlind(bench, from: "chmod 000 favorites/Moons", to: "chmod 755 favorites/Moons")
    }

    @Test(.needsFaultLibrary) func `an album that cannot be read loses nothing`() async throws {
        let bench = try await LossBench(days: 8)
        try bench.plantFavorites(6)
        try bench.startKeeper(adding: [
            "LD_PRELOAD": Program.faultLibrary ?? "", "UNREADABLE": "/favorites/Moons",
            "UNREADABLE_WHILE": bench.program.folder + "/unreadable",
        ])
        try await stayBlind(bench, from: "touch ../unreadable", to: "rm ../unreadable")
    }

    /// While an album cannot be read, links in it and elsewhere go, and others come: what goes is not believed.
    private func stayBlind(_ bench: LossBench, from begin: String, to end: String) async throws {
        let gone = ServedDays.ago(0)
        let name = try #require(bench.pictures[gone].map { ($0 as NSString).lastPathComponent })
        try await bench.drop(ServedDays.ago(7))
        try await bench.shell(begin)
        try await bench.shell("rm 'favorites/\(name)'")
        // One look after the other, for longer than two that would be believed are apart.
        let limit = ContinuousClock.now + .seconds(4)
        var drops = 0
        while ContinuousClock.now < limit {
            drops += 1
            try bench.link(ServedDays.ago(6), in: "Look", as: "\(ServedDays.ago(6)) \(drops).jpg")
            try await eventually("drop \(drops) is persisted") {
                (try? Persisted(root: bench.root))?.favorites[ServedDays.ago(6)]?.links.count == drops
            }
            try await Task.sleep(for: .milliseconds(300))
        }
        let blind = try Persisted(root: bench.root)
        bench.added[ServedDays.ago(6)] = blind.favorites[ServedDays.ago(6)]?.added
        #expect(blind.favorites.mapValues(\.added) == bench.added)
        #expect(blind.removed.isEmpty)
        let keeper = try #require(bench.keeper)
        func told() -> [Substring] {
            keeper.errors.text.split(separator: "\n").filter { $0.contains("favorites/Moons") }
        }
        try await eventually("it is told") { !told().isEmpty }
        #expect(told().count == 1, "\(told())")

        // As soon as all can be seen, what is gone is gone, and only that.
        try await bench.shell(end)
        try await bench.shell("mkdir favorites/Hint")
        bench.added[gone] = nil
        let found = try await bench.settled("the one link that went") { $0.favorites[gone] == nil }
        #expect(found.favorites.mapValues(\.added) == bench.added)
        #expect(Array(found.removed.keys) == [gone])
        try await bench.stopKeeper()
    }
}
