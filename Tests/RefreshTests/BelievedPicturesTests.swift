import Belief
import Days
import SampleNASA
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import NASA
@testable import Refresh
@testable import RefreshTestSupport
@testable import Settings

/// Accidents of NASA's that befall the pictures of many days, and what is right within two days of their end.
@Suite("What is believed of pictures", .timeLimit(.minutes(20)))
struct BelievedPicturesTests {
    private static let days = "2026-09-22"..."2026-11-20"

    /// The day's picture in this part of its width and height, under its own address.
    private static func scale(_ post: inout SampleDay, _ part: Double) {
        guard var picture = post.picture else { return }
        picture.width = Int(Double(picture.width) * part)
        picture.height = Int(Double(picture.height) * part)
        picture.revision += 1
        post.picture = picture
    }

    @Test("each address gives the picture of the day before, in one pass", arguments: [false, true])
    func dayBefore(isSettled: Bool) async throws {
        let posts = try await DailyPosts(Self.days, isSettled: isSettled)
        for date in posts.dates.filter({ Day.of($0).number.isMultiple(of: 2) }) where !isSettled {
            posts.revise(date) { Self.scale(&$0, 2) }
        }
        posts.mirror.nasa.setFault(.wrongDate, for: .allMedia)
        if isSettled { try await posts.tomorrow() } else { try await posts.mirror.sync() }
        posts.end()
        try await posts.tomorrow()
        #expect(posts.wrongPictures == [])
        #expect(posts.mirror.disputes == Disputes())
        try posts.mirror.expectSoundTree()
    }

    /// Uploads that were refused are asked for once more at the pass's end, and each answers with the same news.
    @Test func `five stand-ins that are all answered by one picture are not stored`() async throws {
        let posts = try await DailyPosts("2026-11-18"..."2026-11-22")
        let mirror = posts.mirror
        for date in posts.dates {
            try #require(mirror.nasa.day(date)?.picture?.format == .jpeg, "\(date)")
            mirror.nasa.setFault(.status(404), for: .upload(date), times: 1)
        }
        mirror.nasa.begin(.onePicture, on: .uploads, after: posts.dates.count)
        let outcome = try await mirror.sync()
        #expect(mirror.mediaRequests.count { $0.path.contains("/content/dam/") } == 2 * posts.dates.count)
        #expect(outcome.pending == posts.dates && outcome.stored == [])
        for date in posts.dates { mirror.expectPending(date, "very same picture") }
        posts.end()
        mirror.clock.advance(days: 1)
        try await mirror.sync()
        #expect(posts.wrongPictures == [])
        try mirror.expectSoundTree()
    }

    @Test func `what had settled is taken back at once, whatever company it has`() async throws {
        let posts = try await DailyPosts(Self.days, isSettled: true)
        let mirror = posts.mirror
        let (back, others) = (["2026-11-02", "2026-11-03"], ["2026-11-04", "2026-11-06", "2026-11-08", "2026-11-09"])
        let before = back.compactMap { mirror.nasa.day($0) }
        for date in back { mirror.nasa.repaint(date, file: "New\(date).jpg") }
        #expect(Set(try await posts.tomorrow().stored).isSuperset(of: back), "lone corrections are taken")
        for post in before { mirror.nasa.update(post) }
        for date in others { mirror.nasa.repaint(date, file: "New\(date).jpg") }
        let outcome = try await posts.tomorrow()
        #expect(Set(outcome.stored).isSuperset(of: back) && Set(outcome.disputed) == Set(others))
        #expect(Set(posts.wrongPictures) == Set(others))
        try mirror.expectSoundTree()
    }

    @Test func `more than three settled pictures that differ are disputed, and end for NASA after four weeks`()
        async throws
    {
        let posts = try await DailyPosts(Self.days, isSettled: true)
        let dates = ["2026-10-06", "2026-10-07", "2026-10-09", "2026-10-10"]
        for date in dates { posts.mirror.nasa.repaint(date, file: "New\(date).jpg") }
        #expect(Set(try await posts.tomorrow().disputed) == Set(dates))
        let last = try #require(try await posts.live(days: Limits.massEnd - 1))
        #expect(Set(last.summary.disputed.keys.map(\.description)) == Set(dates))
        #expect(Set(try await posts.tomorrow().stored).isSuperset(of: dates))
        #expect(posts.wrongPictures == [] && posts.mirror.disputes == Disputes())
        for date in dates { #expect(posts.mirror.superseded(date).count == 1, "the former picture is kept") }
        try posts.mirror.expectSoundTree()
    }
}
