import Belief
import Days
import SampleNASA
import Testing

@testable import Archive
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport

@Suite("Pictures that came whole, and are not right")
struct DoubtTests {
    private static let days = "2026-10-20"..."2026-11-20"
    /// Long past when it is fetched.
    private static let date = "2026-10-25"

    private func mirror(_ change: (inout Picture) -> Void) throws -> (MirrorUnderTest, SampleDay) {
        let mirror = try MirrorUnderTest(Self.days)
        let right = try #require(mirror.nasa.day(Self.date))
        var wrong = right
        var picture = try #require(wrong.picture)
        change(&picture)
        wrong.picture = picture
        mirror.nasa.update(wrong)
        return (mirror, right)
    }

    private func onePixel() throws -> (MirrorUnderTest, SampleDay) {
        try mirror { ($0.width, $0.height) = (1, 1) }
    }

    /// How often NASA sent the day's picture since the last call.
    private func fetched(_ mirror: MirrorUnderTest) -> Int {
        defer { mirror.nasa.clearRequests() }
        return mirror.mediaRequests.count { $0.path.contains("_261025") && $0.status == 200 }
    }

    @Test func `a picture of one pixel is asked for by the next sync and after a week, and then no more`() async throws
    {
        let (mirror, _) = try onePixel()
        try await mirror.sync()
        #expect(fetched(mirror) == 1)
        mirror.restart()
        mirror.clock.advance(hours: 1)
        try await mirror.sync()
        #expect(fetched(mirror) == 1, "by the next sync")
        try await mirror.sync()
        #expect(fetched(mirror) == 0)
        mirror.clock.advance(days: 6)
        try await mirror.sync()
        #expect(fetched(mirror) == 0)
        mirror.clock.advance(days: 1)
        try await mirror.sync()
        #expect(fetched(mirror) == 1, "after a week")
        for _ in 0..<40 {
            mirror.clock.advance(days: 1)
            try await mirror.sync()
        }
        #expect(fetched(mirror) == 0, "NASA has no other")
        try mirror.expectWhole(Self.date)
        try mirror.expectSoundTree()
    }

    @Test func `the right one takes its place as soon as NASA has it`() async throws {
        let (mirror, right) = try onePixel()
        try await mirror.sync()
        mirror.nasa.update(right)
        #expect(try await mirror.sync().stored == [Self.date])
        try mirror.expectWhole(Self.date)
        #expect(fetched(mirror) == 2)
        try await mirror.sync()
        #expect(fetched(mirror) == 0)
        try mirror.expectSoundTree()
    }

    /// The server does not know what came over the line: that its file is the same says nothing about ours.
    @Test func `its bytes are asked for, and not whether they are the same`() async throws {
        let (mirror, _) = try mirror { _ in }
        mirror.nasa.setFault(.corrupt, for: .media(Self.date))
        try await mirror.sync()
        mirror.nasa.clearFaults()
        let stored = try #require(mirror.metadata(Self.date)?.mirror.picture)
        #expect(stored.bytes < mirror.nasa.picture(for: Self.date).count)
        // As the decoder's complaint is noted.
        let (day, now) = (Day.of(Self.date), mirror.clock.now)
        try await mirror.archive().perform { archive in
            try archive.notes.recordDecoding(day, sha256: stored.sha256, complaint: "it is corrupt", now: now)
        }
        try await mirror.sync()
        try mirror.expectWhole(Self.date)
    }

    @Test(arguments: [1, 3])
    func `a request that the server had no answer to counts for none`(syncs: Int) async throws {
        let (mirror, right) = try onePixel()
        try await mirror.sync()
        mirror.nasa.setFault(.status(503), for: .everything)
        for _ in 0..<syncs { _ = try? await mirror.sync() }
        mirror.nasa.clearFaults()
        mirror.nasa.update(right)
        mirror.clock.advance(hours: 1)
        try await mirror.sync()
        try mirror.expectWhole(Self.date)
    }

    /// More than a few old pictures that NASA replaces at once are an accident, unless ours were not right.
    @Test func `many that are not right are mended at once`() async throws {
        let mirror = try MirrorUnderTest(Self.days)
        let dates = (0..<6).map { "\(Day.of(Self.date).advanced(by: $0))" }
        let right = try dates.map { try #require(mirror.nasa.day($0)) }
        for day in right {
            var wrong = day
            var picture = try #require(wrong.picture)
            (picture.width, picture.height) = (31, 60)
            wrong.picture = picture
            mirror.nasa.update(wrong)
        }
        try await mirror.sync()
        for day in right { mirror.nasa.update(day) }
        #expect(try await mirror.sync().stored.sorted() == dates)
        for date in dates { try mirror.expectWhole(date) }
        #expect(mirror.disputes.pictures.isEmpty)
    }

    @Test func `a picture of an old day is asked for once more, too`() async throws {
        let mirror = try MirrorUnderTest(Self.days)
        try await mirror.sync()
        mirror.nasa.repaint(Self.date)
        mirror.clock.advance(days: 1)
        try await mirror.sync()
        mirror.clock.advance(days: 1)
        try await mirror.sync()
        try mirror.expectWhole(Self.date)
        try mirror.expectSoundTree()
    }

    @Test func `a mirror that was filled at once asks for each picture once a day until it has settled`() async throws {
        let mirror = try MirrorUnderTest("2026-06-01"..."2026-11-20")
        try await mirror.sync()
        for _ in 1...9 {
            mirror.nasa.clearRequests()
            mirror.clock.advance(days: 1)
            try await mirror.sync()
            let asked = mirror.mediaRequests.map(\.path)
            #expect(Set(asked).count == asked.count, "each once")
            try await mirror.sync()
            #expect(mirror.mediaRequests.count == asked.count)
        }
        // By now all have; those that the rotation reaches are asked for on.
        mirror.nasa.clearRequests()
        mirror.clock.advance(days: 1)
        try await mirror.sync()
        #expect(mirror.mediaRequests.count <= Plan.block)
    }
}
