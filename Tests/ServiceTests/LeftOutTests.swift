import Days
import Folder
import SampleNASA
import Testing

@testable import Archive
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import NASA
@testable import Refresh
@testable import RefreshTestSupport
@testable import Service
@testable import Settings
@testable import Store

/// A list in the right shape, with status 200, that leaves days out: nothing is said of them, and that is told.
@Suite("A list that leaves days out", .serialized)
struct LeftOutTests {
    private static let days = "2026-10-21"..."2026-11-20"

    struct Gaps: Sendable, CustomStringConvertible {
        var fault: Fault.ListFault
        var shape = MirrorUnderTest.Shape.basic
        /// Of the mirror's 31 days.
        var leftOut: Int

        /// Today is asked for besides the five.
        var asked: Int { if case .old = fault { 6 } else { 5 } }

        var description: String { "\(fault), \(shape), leaves out \(leftOut)" }
    }

    static let gaps = [
        Gaps(fault: .ignoringQuery(days: 1), leftOut: 30), Gaps(fault: .ignoringQuery(days: 25), leftOut: 6),
        // Of 25 days and of 6.
        Gaps(fault: .half, leftOut: 15), Gaps(fault: .old(days: 20), leftOut: 20),
        Gaps(fault: .wrongTotals, leftOut: 15),
        Gaps(fault: .ignoringQuery(days: 1), shape: .legacy, leftOut: 30),
        Gaps(fault: .half, shape: .legacy, leftOut: 15), Gaps(fault: .old(days: 20), shape: .legacy, leftOut: 20),
    ]

    private func census(_ mirror: MirrorUnderTest) async throws -> Census {
        let today = mirror.clock.now.day
        return try await mirror.archive().perform { archive in
            try Census(archive.tree, archive.store.list(), nil, today: today, keep: .forever)
        }
    }

    @Test(arguments: gaps)
    func `five of them are asked for by themselves, the newest first, and the others are pending and missing`(
        gaps: Gaps
    ) async throws {
        let mirror = try MirrorUnderTest(Self.days, gaps.shape)
        mirror.nasa.setFault(.list(gaps.fault), for: .entries)
        let summary = try await mirror.sync().summary
        #expect(summary.stopped == nil)
        let missing = mirror.nasa.dates.filter { mirror.files($0).isEmpty && mirror.metadata($0) == nil }
        #expect(missing.count == gaps.leftOut - gaps.asked)
        #expect(summary.pending.keys.map { "\($0)" }.sorted() == missing)
        #expect(summary.pending.values.allSatisfy { $0.contains("leaves") }, "\(summary.pending)")
        #expect(summary.unpublished.isEmpty)
        #expect(mirror.absent.notYet.isEmpty)
        #expect(try await census(mirror).days.missing == missing.count)
        mirror.expectFewRequests(days: 31)

        // Each pass takes five more at least, and with a whole list all is well again.
        try await mirror.sync()
        #expect(try await census(mirror).days.missing <= max(0, gaps.leftOut - 10))
        mirror.nasa.clearFaults()
        try await mirror.sync()
        for date in mirror.nasa.dates { #expect(mirror.files(date).count == 1, "\(date)") }
        #expect(try await census(mirror).days.missing == 0)
    }

    @Test func `a daemon asks for them again before the next day`() async throws {
        let mirror = try MirrorUnderTest(Self.days)
        mirror.nasa.setFault(.list(.half), for: .entries)
        try await mirror.sync()
        let soon = mirror.clock.now + 3_600
        func retry(since day: String) async throws -> Timestamp? {
            let retry = FirstRetry(since: .of(day), until: .of(Self.days.upperBound), last: soon + -Schedule.longest)
            return try await mirror.archive().perform { retry.time(in: $0) }
        }
        #expect(try await retry(since: Self.days.lowerBound) == soon)
        #expect(try await retry(since: Self.days.upperBound) == nil, "what no pass asks for is not due")
        mirror.nasa.clearFaults()
        try await mirror.sync()
        #expect(try await retry(since: Self.days.lowerBound) == nil)
    }

    @Test func `a daemon asks within the hour for a day whose answer failed once`() async throws {
        let mirror = try MirrorUnderTest(Self.days)
        let date = "2026-11-10"
        // The list, its parts and the day itself.
        mirror.nasa.setFault(.status(500), for: .day(date))
        #expect(try await mirror.sync().pending == [date])
        mirror.nasa.clearFaults()
        let soon = mirror.clock.now + Schedule.longest
        let retry = FirstRetry(since: .of(date), until: .of(Self.days.upperBound), last: soon + -Schedule.longest)
        #expect(try await mirror.archive().perform { retry.time(in: $0) } == soon)
        mirror.clock.advance(to: soon)
        try await mirror.sync(.due(isThorough: false))
        try mirror.expectWhole(date)
        #expect(try await mirror.archive().perform { retry.time(in: $0) } == nil)
    }

    @Test func `a day that a pass could not try is due an hour after it, and not again and again`() async throws {
        let mirror = try MirrorUnderTest(Self.days)
        let date = "2026-11-10"
        mirror.nasa.setFault(.status(404), for: .media(date))
        #expect(try await mirror.sync().pending == [date])
        let due = try #require(mirror.metadata(date)?.mirror.pending?.retryAfter)
        func retry(after last: Timestamp) async throws -> Timestamp? {
            let retry = FirstRetry(since: .of(date), until: .of(Self.days.upperBound), last: last)
            return try await mirror.archive().perform { retry.time(in: $0) }
        }
        #expect(try await retry(after: due + -60) == due)
        // Its folder could not be written to, for example, and its time has not moved.
        #expect(try await retry(after: due + 60) == due + 60 + Schedule.longest)
    }

    @Test(arguments: MirrorUnderTest.Shape.allCases)
    func `today, before NASA published it, is no news and takes one request of its own`(
        shape: MirrorUnderTest.Shape
    ) async throws {
        let mirror = try MirrorUnderTest(Self.days, shape)
        try await mirror.sync()
        mirror.clock.advance(days: 1)
        mirror.nasa.clearRequests()
        let summary = try await mirror.sync().summary
        #expect(summary.unpublished == [.of("2026-11-21")])
        #expect(summary.pending.isEmpty)
        let alone = mirror.entryRequests.count { request in
            request.path.hasSuffix("/261121") || request.path.contains("?date=2026-11-21")
        }
        #expect(alone == 1)
    }

    @Test(arguments: MirrorUnderTest.Shape.allCases)
    func `today that only its own address has comes on its day`(shape: MirrorUnderTest.Shape) async throws {
        let mirror = try MirrorUnderTest(Self.days, shape)
        mirror.nasa.setFault(.list(.old(days: 1)), for: .entries)
        let summary = try await mirror.sync().summary
        #expect(summary.unpublished == [])
        try mirror.expectWhole(Self.days.upperBound)
    }

    @Test func `a pause of NASA's for weeks stays quiet, one sync a day`() async throws {
        let mirror = try MirrorUnderTest(
            Self.days, .basic,
            .init(
                first: Self.days.lowerBound, last: Self.days.upperBound, today: "2027-01-31", pictureSize: .small))
        try await mirror.sync()
        mirror.clock.advance(days: 38)
        for _ in 1...9 { try await mirror.sync() }
        for day in 1...12 {
            mirror.clock.advance(days: 1)
            #expect(try await mirror.sync().summary.pending.isEmpty, "day \(day)")
            #expect(try await census(mirror).days.missing == 0, "day \(day)")
        }
    }

    @Test(arguments: MirrorUnderTest.Shape.allCases)
    func `days that NASA says it has nothing for are asked for once a day, and are quiet`(
        shape: MirrorUnderTest.Shape
    ) async throws {
        let mirror = try MirrorUnderTest(
            Self.days, shape,
            .init(first: Self.days.lowerBound, last: Self.days.upperBound, today: "2026-12-31", pictureSize: .small))
        try await mirror.sync()
        // NASA publishes nothing for two weeks.
        mirror.clock.advance(days: 14)
        for _ in 1...3 { try await mirror.sync() }
        mirror.nasa.clearRequests()
        let summary = try await mirror.sync().summary
        #expect(summary.stopped == nil)
        #expect(summary.pending.isEmpty)
        #expect(try await census(mirror).days.missing == 0)
        #expect(mirror.nasa.requests.count <= 6, "\(mirror.nasa.requests.map(\.path))")
        #expect(mirror.absent.absent.isEmpty)
    }
}
