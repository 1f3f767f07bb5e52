import Foundation
import Glibc
import TestSupport
import Testing

/// However much comes at once, what is persisted in the end is what lies in the folder.
@Suite(.needsBinary, .serialized) struct FloodTests {
    @Test func `ten thousand links dropped at once are all persisted`() async throws {
        try await flood(days: 40)
    }

    @Test(.enabled(if: Abilities.isLong, "takes minutes: run Tests/run --long"))
    func `ten thousand days dropped at once are all persisted`() async throws {
        try await flood(days: 10_000)
    }

    private func flood(days: Int) async throws {
        let mirror = try await WatchedMirror(days: days)
        for number in 0..<10_000 { try mirror.drop("\(number) dropped", picture: number) }
        let last = WatchedMirror.now
        try await mirror.agreed("10,000 links persisted")
        let took = try mirror.secondsUntilPersisted(since: last)
        print("measured: 10,000 links to \(days) days, all persisted \(took) after the last")
        try await mirror.settled()
        // Each day's picture is copied to the vault and flushed by and by.
        try await mirror.rested(within: .seconds(180) + .milliseconds(100) * days)
        let (persisted, folder) = (try mirror.persisted(), try mirror.folder())
        #expect(persisted == folder && persisted.count == 10_000)
        // All of them have their one form, and beside them is only the marker.
        let names = try FileManager.default.contentsOfDirectory(atPath: mirror.inFavorites(""))
        let targets = names.compactMap { mirror.program.favorite($0) }
        let relative = targets.filter { $0.hasPrefix("../") }
        #expect(relative.count == 10_000)
        #expect(names.count == 10_001)
        #expect(await mirror.end().code == 0)
    }

    @Test func `an overflow of the queue ends in the state of the folder`() async throws {
        let mirror = try await WatchedMirror(days: 40)
        try mirror.makeAlbum("Kept")
        for number in 0..<400 { try mirror.drop("\(number % 2 == 0 ? "Kept/" : "")\(number)", picture: number) }
        try await mirror.agreed("400 links persisted")

        // One link under names that come and go: so many files made anew would hold up all who make some on this disk.
        let cloud = mirror.program.root + "/.apod-mirror/cloud"
        #expect(symlink("nowhere", cloud) == 0)
        let start = WatchedMirror.now
        for number in 0..<100_000 {
            // The kernel's queue holds 16,384 events: most of them come while nobody takes any.
            if number == 5_000 { mirror.keeper.send(SIGSTOP) }
            #expect(link(cloud, mirror.inFavorites("storm \(number)")) == 0)
            try mirror.remove("storm \(number)")
        }
        // Every third goes, and with them all links to the first day.
        for number in 0..<400 where number % 3 == 0 || number % 40 == 0 {
            try mirror.remove("\(number % 2 == 0 ? "Kept/" : "")\(number)")
        }
        for number in 0..<100 { try mirror.drop("late \(number)", picture: number % 39 + 1) }
        let last = WatchedMirror.now
        mirror.keeper.send(SIGCONT)
        try await mirror.agreed("the state of the folder")
        let took = try mirror.secondsUntilPersisted(since: last)
        print("measured: 200,000 events in \(Int(last - start)) s, their end state persisted \(took) after the last")
        try await mirror.settled()
        let links = try mirror.persisted()
        let folder = try mirror.folder()
        #expect(links == folder)
        let days = Set(links.values)
        #expect(days.count == 39 && !days.contains(mirror.day(of: 0)))
        #expect(await mirror.end().code == 0)
    }

    @Test func `a thousand albums with ten links each`() async throws {
        let mirror = try await WatchedMirror(days: 40)
        for album in 0..<1_000 {
            try mirror.makeAlbum("\(album)")
            for link in 0..<10 { try mirror.drop("\(album)/\(link)", picture: album + link) }
        }
        let last = WatchedMirror.now
        try await mirror.agreed("10,000 links in 1,000 albums persisted")
        let took = try mirror.secondsUntilPersisted(since: last)
        print("measured: 1,000 albums of 10 links, all persisted \(took) after the last")
        #expect(try mirror.persisted().count == 10_000)

        // Each of them is watched, also under a new name and below another.
        try mirror.drop("999/more", picture: 1)
        try await mirror.agreed("one more link in an album")
        #expect(rename(mirror.inFavorites("500"), mirror.inFavorites("499/below")) == 0)
        try mirror.makeAlbum("499/below/deeper")
        try mirror.drop("499/below/deeper/one", picture: 2)
        try FileManager.default.removeItem(atPath: mirror.inFavorites("7"))
        try await mirror.agreed("an album moved, one made, one deleted")
        try await mirror.settled()
        let links = try mirror.persisted()
        #expect(links.count == 9_992)

        // All of them come back, in their albums. Where a slow machine still removes the last, the first are back and are
        // removed once more.
        try await eventually("the folder removed") {
            (try? FileManager.default.removeItem(atPath: mirror.inFavorites(""))) != nil
        }
        // A flush for each, of a disk that others flush, too.
        try await eventually("a thousand albums given back", every: .milliseconds(200), within: .seconds(300)) {
            (try? mirror.folder()) == links
        }
        try await mirror.settled()
        #expect(try mirror.persisted() == links)
        #expect(await mirror.end().code == 0)
    }
}
