import Foundation
import Glibc
import TestSupport
import Testing

/// A scan that lists one album before another misses what moves between the two.
@Suite(.needsBinary) struct MovedLinkTests {
    @Test func `links that move between albums all the time stay favorites`() async throws {
        let bench = try await LossBench(days: 8)
        try bench.plantFavorites(5)
        let albums = ["", "A", "B/C", "Z"]
        for album in albums.dropFirst() {
            try FileManager.default.createDirectory(
                atPath: bench.root + "/favorites/" + album, withIntermediateDirectories: true)
        }
        try bench.startKeeper()
        for day in [5, 6] { try await bench.drop(ServedDays.ago(day)) }
        var random = Dice()
        print("seed \(random.seed) (APOD_TESTS_SEED repeats it)")
        // Long enough for several pairs of looks that are two seconds apart.
        let end = ContinuousClock.now + .seconds(7)
        var place = [5: "", 6: ""]
        var moves = 0
        while ContinuousClock.now < end || moves < 400 {
            let day = moves % 2 + 5
            let name = try #require(bench.pictures[ServedDays.ago(day)].map { ($0 as NSString).lastPathComponent })
            let next = albums.filter { $0 != place[day] }.randomElement(using: &random) ?? ""
            let path = { (album: String) in bench.root + "/favorites/" + (album.isEmpty ? "" : album + "/") + name }
            #expect(rename(path(place[day] ?? ""), path(next)) == 0)
            place[day] = next
            moves += 1
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...20, using: &random)))
            let found = try? Persisted(root: bench.root)
            #expect(found?.removed.isEmpty ?? true, "after \(moves) moves")
        }
        print("\(moves) moves")
        let found = try await bench.settled("the links are where they came to rest") { found in
            place.allSatisfy { day, album in
                let links = found.favorites[ServedDays.ago(day)]?.links ?? []
                return links.count == 1 && links.allSatisfy { ($0 as NSString).deletingLastPathComponent == album }
            }
        }
        // The links point where they did, from another depth: only that they are there is sure, and that is settled.
        #expect(found.favorites.mapValues(\.added) == bench.added)
        #expect(found.removed.isEmpty)
        try await bench.stopKeeper()
    }
}
