import Belief
import Days
import SampleNASA
import TestSupport
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import NASA
@testable import Refresh
@testable import RefreshTestSupport
@testable import Settings

/// A host of pictures that cannot be reached costs its own days, and nothing else.
@Suite("When a host of pictures is gone", .timeLimit(.minutes(20)))
struct GoneHostTests {
    private static let days = (Abilities.isLong ? "2026-05-23" : "2026-09-22")..."2026-11-20"

    /// Another server that has the pictures and films of these days, and is gone.
    private func move(_ dates: [String], of posts: DailyPosts) throws -> SampleNASA {
        let host = try SampleNASA.started(
            .init(first: Self.days.lowerBound, last: Self.days.upperBound, pictureSize: .small))
        DailyPosts.prepare(host)
        for date in dates { posts.revise(date) { $0.mediaOrigin = host.baseURL } }
        host.stop()
        return host
    }

    @Test("four neighbours wait, and all others come", arguments: MirrorUnderTest.Shape.allCases)
    func neighbours(shape: MirrorUnderTest.Shape) async throws {
        let posts = try await DailyPosts(Self.days, shape)
        let (mirror, gone) = (posts.mirror, ["2026-10-12", "2026-10-13", "2026-10-14", "2026-10-15"])
        let host = try move(gone, of: posts)
        defer { host.stop() }
        func expectWaiting(_ outcome: MirrorUnderTest.Outcome) {
            #expect(outcome.summary.stopped == nil, "\(outcome.summary.sentence)")
            #expect(outcome.exitCode == .notAllWell)
            #expect(Array(outcome.summary.hostsAway.keys) == [String(host.baseURL.dropFirst("http://".count))])
            for date in gone {
                mirror.expectPending(date, "127.0.0.1:\(host.port) is away")
                let pending = mirror.metadata(date)?.mirror.pending
                #expect(pending?.attempts == 0, "\(date)")
                let wait = pending.map { $0.retryAfter.seconds - mirror.clock.now.seconds } ?? 0
                #expect(
                    (20 * 60...60 * 60).contains(wait), "a pass every few minutes for a host that is gone is too much")
            }
            #expect(posts.wrongWords == [] && posts.wrongPictures == gone)
        }

        let first = try await mirror.sync()
        #expect(first.summary.stored == posts.dates.count - gone.count)
        expectWaiting(first)
        for _ in 0..<20 { expectWaiting(try await posts.tomorrow()) }
        // Nothing else is due, so their host is all that is asked.
        mirror.clock.advance(hours: 2)
        expectWaiting(try await mirror.sync())

        try host.start()
        #expect(try await posts.tomorrow().summary.hostsAway.isEmpty)
        #expect(posts.wrongPictures == [])
        try mirror.expectSoundTree()
    }

    /// NASA's films and all other media lie at two hosts, and only that of the films is gone.
    @Test func `a film whose host is away for fourteen days has a page until it is back`() async throws {
        let posts = try await DailyPosts("2026-10-12"..."2026-11-20")
        let mirror = posts.mirror
        let date = try #require(posts.dates.last { !mirror.nasa.video(for: $0).isEmpty })
        let others = try SampleNASA.started(.init(first: "2026-10-12", last: "2026-12-20", pictureSize: .small))
        defer { others.stop() }
        DailyPosts.prepare(others)
        posts.begin { if case .picture = $0.media { $0.mediaOrigin = others.baseURL } }
        mirror.nasa.setFault(.hangsUp, for: .media(date))
        try await mirror.sync()
        for day in 1...Limits.gone {
            // One day's request is not enough to say that its host is away.
            mirror.expectPending(date, day == 1 ? "broke off" : "is away")
            #expect(mirror.metadata(date)?.mirror.pending?.attempts == 0)
            try await posts.tomorrow()
        }
        #expect(mirror.metadata(date)?.mirror.picture?.kind == .page)
        try await posts.live(days: 2)
        #expect(mirror.files(date).count == 1)
        mirror.nasa.clearFaults()
        try await posts.live(days: 2)
        #expect(posts.wrongPictures == [])
        try mirror.expectSoundTree()
    }
}
