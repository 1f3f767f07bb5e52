import Belief
import Days
import Foundation
import SampleNASA
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport
@testable import Settings

/// Replacements that look like an accident at NASA's wait for the owner's word.
@Suite("When a replacement is not believed")
struct DisputeTests {
    private static let days = "2026-11-02"..."2026-11-22"
    /// All older than seven days, pictures all of them.
    private static let old = ["2026-11-02", "2026-11-03", "2026-11-04", "2026-11-06"]

    private func mirror() async throws -> MirrorUnderTest {
        let mirror = try MirrorUnderTest(Self.days)
        try await mirror.sync()
        try await mirror.settle()
        mirror.nasa.clearRequests()
        return mirror
    }

    private func expectDisputed(_ mirror: MirrorUnderTest, _ date: String, holds bytes: [UInt8]?) {
        #expect(mirror.picture(date) == bytes, "\(date)")
        #expect(mirror.metadata(date)?.mirror.state == .disputed, "\(date)")
        #expect(mirror.disputes.pictures[.of(date)] != nil, "\(date)")
        #expect(mirror.superseded(date) == [], "\(date)")
    }

    @Test func `three old pictures at once are replaced`() async throws {
        let mirror = try await mirror()
        for date in Self.old.prefix(3) { mirror.nasa.repaint(date, file: "New\(date).jpg") }
        let outcome = try await mirror.sync()
        #expect(outcome.summary.replaced == 3)
        for date in Self.old.prefix(3) {
            try mirror.expectWhole(date)
            #expect(mirror.superseded(date).count == 1)
        }
        #expect(mirror.disputes == Disputes())
        try mirror.expectSoundTree()
    }

    /// A kill leaves no day that says it is disputed, and no word about what.
    @Test func `a dispute is noted before its day says so, whatever becomes of the pass`() async throws {
        let mirror = try await mirror()
        let date = Self.old[0]
        shrink(mirror, date)
        let refresher = try await mirror.refresher()
        let file = URL(filePath: mirror.root + "/.apod-mirror/days.json")
        let noted = Guarded<[Bool]>([])
        _ = try await refresher.events.heard { event in
            guard case .trouble(.disputed) = event else { return }
            let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            noted.withLock { $0.append(text.contains(date)) }
        } during: {
            try await refresher.refresh()
        }
        #expect(noted.withLock { $0 } == [true])
        #expect(mirror.metadata(date)?.mirror.state == .disputed)
    }

    @Test func `of four at once none is, and the new pictures are not fetched again`() async throws {
        let mirror = try await mirror()
        let former = Dictionary(uniqueKeysWithValues: Self.old.map { ($0, mirror.picture($0)) })
        for date in Self.old { mirror.nasa.repaint(date, file: "New\(date).jpg") }
        let outcome = try await mirror.sync()
        #expect(outcome.disputed == Self.old.reversed() || Set(outcome.disputed) == Set(Self.old))
        #expect(outcome.summary.disputed.count == 4)
        for date in Self.old { expectDisputed(mirror, date, holds: former[date] ?? nil) }
        try mirror.expectSoundTree()
        #expect(mirror.incoming == [])
        let noted = mirror.disputes
        for hours in [0, 1, 1, 24, 24] {
            mirror.nasa.clearRequests()
            mirror.clock.advance(hours: hours)
            mirror.restart()
            let again = try await mirror.sync()
            #expect(again.disputed == [], "it was told")
            #expect(again.summary.disputed.count == 4, "it still holds")
            #expect(!mirror.mediaRequests.contains { $0.path.contains("/New") })
            #expect(mirror.disputes.pictures.mapValues(\.since) == noted.pictures.mapValues(\.since))
        }
        for date in Self.old { expectDisputed(mirror, date, holds: former[date] ?? nil) }

        // The owner takes one of them.
        let outcomeOfOne = try await mirror.sync(.replacements(of: [.of(Self.old[0])]))
        #expect(outcomeOfOne.stored == [Self.old[0]])
        try mirror.expectWhole(Self.old[0])
        #expect(mirror.superseded(Self.old[0]).count == 1)
        #expect(mirror.disputes.pictures[.of(Self.old[0])] == nil)
        for date in Self.old.dropFirst() { expectDisputed(mirror, date, holds: former[date] ?? nil) }
        try mirror.expectSoundTree()
    }

    @Test func `four among the newest seven days are corrections`() async throws {
        let mirror = try await mirror()
        let recent = ["2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21"]
        for date in recent { mirror.nasa.repaint(date, file: "New\(date).jpg") }
        let outcome = try await mirror.sync()
        #expect(outcome.summary.replaced == 4)
        for date in recent { try mirror.expectWhole(date) }
        try mirror.expectSoundTree()
    }

    @Test func `renditions count like originals where the owner wants renditions`() async throws {
        let mirror = try MirrorUnderTest(Self.days)
        mirror.settings.size = .wide1920
        try await mirror.sync()
        try await mirror.settle()
        let former = Dictionary(uniqueKeysWithValues: Self.old.map { ($0, mirror.picture($0)) })
        for date in Self.old { mirror.nasa.repaint(date, file: "New\(date).jpg") }
        let outcome = try await mirror.sync()
        #expect(Set(outcome.disputed) == Set(Self.old))
        for date in Self.old { expectDisputed(mirror, date, holds: former[date] ?? nil) }
    }

    @Test("NASA's return to the old picture ends the dispute", arguments: [false, true])
    func back(isHalf: Bool) async throws {
        let mirror = try await mirror()
        let dates = isHalf ? [Self.old[0]] : Self.old
        let days = dates.compactMap { mirror.nasa.day($0) }
        for date in dates { isHalf ? shrink(mirror, date) : mirror.nasa.repaint(date, file: "New\(date).jpg") }
        try await mirror.sync()
        #expect(mirror.disputes.pictures.count == dates.count)
        for day in days { mirror.nasa.update(day) }
        mirror.nasa.clearRequests()
        let outcome = try await mirror.sync()
        #expect(outcome.summary.disputed.isEmpty)
        #expect(mirror.mediaRequests == [])
        #expect(mirror.disputes == Disputes())
        for date in dates { try mirror.expectWhole(date) }
        try mirror.expectSoundTree()
    }

    @Test func `a dispute about an old day ends the day after, wherever the rotation of second looks is`() async throws
    {
        let first = "2026-06-06"
        let mirror = try MirrorUnderTest(first..."2026-11-22")
        try await mirror.sync()
        try await mirror.settle()
        let today = mirror.clock.now.day
        let block = try #require(Plan.rotation(.of(first)...today, on: today))
        let date = "\(block.lowerBound)"
        let right = try #require(mirror.nasa.day(date))
        shrink(mirror, date)
        mirror.clock.advance(hours: 1)
        #expect(try await mirror.sync().disputed == [date])
        mirror.clock.advance(days: 1)
        let tomorrow = mirror.clock.now.day
        try #require(Plan.rotation(.of(first)...tomorrow, on: tomorrow)?.overlaps(block) == false)
        mirror.nasa.clearRequests()
        #expect(try await mirror.sync().summary.disputed.count == 1, "it still holds")
        #expect(!mirror.mediaRequests.contains { $0.path.contains("Small.jpg") }, "its picture is not fetched again")
        mirror.nasa.update(right)
        mirror.clock.advance(hours: 1)
        try await mirror.sync()
        #expect(mirror.disputes == Disputes())
        try mirror.expectWhole(date)
        try mirror.expectSoundTree()
    }

    /// The same picture in less than half the pixels, at another address.
    private func shrink(_ mirror: MirrorUnderTest, _ date: String) {
        guard var day = mirror.nasa.day(date), var picture = day.picture else { return }
        picture.width = 40
        picture.height = 30
        picture.file = "Small.jpg"
        day.picture = picture
        mirror.nasa.update(day)
    }

    @Test func `a picture of under half the pixels is not believed, however new the day`() async throws {
        let mirror = try await mirror()
        let former = mirror.picture("2026-11-21")
        shrink(mirror, "2026-11-21")
        let outcome = try await mirror.sync()
        #expect(outcome.disputed == ["2026-11-21"])
        expectDisputed(mirror, "2026-11-21", holds: former)
        #expect(mirror.disputes.pictures[.of("2026-11-21")]?.reason.contains("under half the pixels") == true)
        try mirror.expectSoundTree()
        try await mirror.sync(.replacements(of: [.of("2026-11-21")]))
        try mirror.expectWhole("2026-11-21")
        #expect(mirror.superseded("2026-11-21").count == 1)
        try mirror.expectSoundTree()
    }

    @Test func `other bytes of under half the pixels at the same address are looked at once`() async throws {
        let mirror = try await mirror()
        let date = "2026-11-21"
        let former = mirror.picture(date)
        var day = try #require(mirror.nasa.day(date))
        var picture = try #require(day.picture)
        (picture.width, picture.height, picture.revision) = (40, 30, 1)
        day.picture = picture
        mirror.nasa.update(day)
        mirror.clock.advance(days: 1)
        let outcome = try await mirror.sync()
        #expect(outcome.disputed == [date])
        for _ in 0..<3 {
            mirror.nasa.clearRequests()
            mirror.clock.advance(hours: 1)
            let again = try await mirror.sync()
            #expect(again.summary.disputed.count == 1)
            #expect(mirror.mediaRequests == [])
        }
        expectDisputed(mirror, date, holds: former)
        try await mirror.sync(.replacements(of: [.of(date)]))
        try mirror.expectWhole(date)
        #expect(mirror.disputes == Disputes())
        try mirror.expectSoundTree()
    }

    @Test func `a video or a page in the place of a picture is not believed`() async throws {
        let mirror = try await mirror()
        let (video, page) = ("2026-11-20", "2026-11-21")
        let former = [mirror.picture(video), mirror.picture(page)]
        var day = try #require(mirror.nasa.day(video))
        let poster = try #require(day.picture)
        let film = Video(file: "Film.mp4", folder: poster.folder, width: 1280, height: 720, bytes: 3_000)
        day.media = .video(film, poster: poster)
        mirror.nasa.update(day)
        day = try #require(mirror.nasa.day(page))
        day.media = .embedded(address: "https://www.youtube.com/embed/other")
        mirror.nasa.update(day)
        let outcome = try await mirror.sync()
        #expect(Set(outcome.disputed) == [video, page])
        expectDisputed(mirror, video, holds: former[0])
        expectDisputed(mirror, page, holds: former[1])
        mirror.nasa.clearRequests()
        let again = try await mirror.sync()
        #expect(again.disputed == [])
        #expect(mirror.mediaRequests == [])
        try mirror.expectSoundTree()
    }

    @Test func `an answer that cannot be believed ends no dispute`() async throws {
        let mirror = try await mirror()
        shrink(mirror, "2026-11-21")
        try await mirror.sync()
        let noted = mirror.disputes
        mirror.nasa.setFault(.logo, for: .entries)
        try await mirror.sync()
        #expect(mirror.disputes.pictures == noted.pictures)
        mirror.nasa.setFault(.placeholder, for: .entries)
        try await mirror.sync()
        #expect(mirror.disputes == noted)
        mirror.nasa.clearFaults()
        let outcome = try await mirror.sync()
        #expect(outcome.summary.disputed.count == 1)
        #expect(mirror.disputes == noted)
    }
}
