import Days
import SampleNASA
import Testing

@testable import MirrorTree
@testable import NASA
@testable import Refresh
@testable import RefreshTestSupport

/// What stops a whole pass: everything stored until then stays, and the next pass goes on.
@Suite("When the source gives out")
struct SourceFaultTests {
    private static let days = "2026-10-22"..."2026-11-20"

    private func expectAll(_ mirror: MirrorUnderTest) throws {
        for date in mirror.nasa.dates { #expect(mirror.picture(date) != nil, "\(date)") }
        try mirror.expectSoundTree()
    }

    private func pause(_ mirror: MirrorUnderTest) -> Int64? {
        mirror.schedule?.pausedUntil.map { $0.seconds - mirror.clock.now.seconds }
    }

    @Test(
        "A 429 pauses the source, also for a later process, until the time it named",
        arguments: [
            (.basic, false), (.legacy, false), (.legacy, true),
        ] as [(MirrorUnderTest.Shape, Bool)])
    func tooMany(shape: MirrorUnderTest.Shape, asHTML: Bool) async throws {
        let mirror = try MirrorUnderTest(Self.days, shape)
        mirror.nasa.setFault(.tooManyRequests(retryAfter: 2_870, asHTML: asHTML), for: .day("2026-10-25"))
        let outcome = try await mirror.sync()
        guard outcome.summary.stopped?.seconds == 2_870 else {
            Issue.record("\(String(describing: outcome.summary.stopped))")
            return
        }
        #expect(pause(mirror) == 2_870)
        let address = shape == .basic ? mirror.nasa.apodBasicURL : mirror.nasa.planetaryURL
        #expect(mirror.schedule?.pausedSource == address)
        #expect(mirror.absent == MissingDays())
        // apod-basic asks for 25 days at a time: of the newest, only what was under way came after the 429.
        #expect(outcome.summary.stored <= (shape == .basic ? 25 : 0))
        #expect(mirror.mediaRequests.count < 25)
        try mirror.expectSoundTree()

        mirror.nasa.clearFaults()
        mirror.nasa.clearRequests()
        mirror.restart()
        await #expect(throws: SourceError.rateLimited(url: address, seconds: 2_870)) { try await mirror.sync() }
        #expect(mirror.nasa.requests == [])

        mirror.clock.advance(hours: 1)
        try await mirror.sync()
        #expect(mirror.schedule?.pausedUntil == nil)
        try expectAll(mirror)
    }

    @Test func `a pause is six hours at most`() async throws {
        let mirror = try MirrorUnderTest(Self.days, .legacy)
        mirror.nasa.setFault(.tooManyRequests(retryAfter: 57_263), for: .entries)
        try await mirror.sync()
        #expect(pause(mirror) == 21_600)
        #expect(mirror.tree.isEmpty)
    }

    @Test func `a 429 about a picture pauses the source too`() async throws {
        let mirror = try MirrorUnderTest("2026-11-11"..."2026-11-20")
        mirror.nasa.setFault(.tooManyRequests(retryAfter: 600), for: .media("2026-11-20"))
        let outcome = try await mirror.sync()
        #expect(outcome.summary.stopped?.isOfSource == true)
        #expect(pause(mirror) == 600)
        #expect(mirror.files("2026-11-20") == [])
        try mirror.expectSoundTree()
        mirror.nasa.clearFaults()
        mirror.clock.advance(hours: 1)
        try await mirror.sync()
        try expectAll(mirror)
    }

    @Test func `the pause counts from the answer, not from the beginning of the pass`() async throws {
        let mirror = try MirrorUnderTest("2026-11-18"..."2026-11-20")
        mirror.nasa.setFault(.tooManyRequests(retryAfter: 600), for: .allMedia)
        let beginning = mirror.clock.now
        mirror.clock.tick(seconds: 60)
        try await mirror.sync()
        // Planning alone looks at the clock three times.
        let pausedUntil = try #require(mirror.schedule?.pausedUntil)
        #expect(pausedUntil >= beginning + 3 * 60 + 600)
    }

    @Test func `another source is not held up, and does not end the pause`() async throws {
        let mirror = try MirrorUnderTest("2026-11-18"..."2026-11-20", .legacy)
        mirror.nasa.setFault(.tooManyRequests(retryAfter: 3_600), for: .entries)
        try await mirror.sync()
        mirror.nasa.clearFaults()
        mirror.shape = .basic
        try await mirror.sync()
        try expectAll(mirror)
        mirror.shape = .legacy
        await #expect(throws: SourceError.self) { try await mirror.sync() }
    }

    @Test("A gateway without a server behind it ends the pass", arguments: [502, 503, 504])
    func gateway(status: Int) async throws {
        for shape in MirrorUnderTest.Shape.allCases {
            let mirror = try MirrorUnderTest(Self.days, shape)
            mirror.nasa.setFault(.status(status), for: .day("2026-10-25"))
            let outcome = try await mirror.sync()
            guard outcome.summary.stopped?.kind == .unreachable else {
                Issue.record("\(String(describing: outcome.summary.stopped))")
                continue
            }
            #expect(outcome.summary.stored == (shape == .basic ? 25 : 0))
            #expect(mirror.absent == MissingDays())
            try mirror.expectSoundTree()
            mirror.nasa.clearFaults()
            try await mirror.sync()
            try expectAll(mirror)
        }
    }

    @Test(arguments: MirrorUnderTest.Shape.allCases)
    func `a server that is gone takes nothing with it`(shape: MirrorUnderTest.Shape) async throws {
        let mirror = try MirrorUnderTest(Self.days, shape)
        try await mirror.sync(days: "2026-11-10"..."2026-11-20")
        let before = mirror.tree
        let success = mirror.schedule?.lastSuccess
        mirror.nasa.stop()
        mirror.clock.advance(hours: 1)
        let outcome = try await mirror.sync()
        guard outcome.summary.stopped?.kind == .unreachable else {
            Issue.record("\(String(describing: outcome.summary.stopped))")
            return
        }
        #expect(mirror.tree == before)
        #expect(mirror.absent == MissingDays())
        #expect(mirror.schedule?.lastSuccess == success)
        #expect(success != nil)
        try mirror.nasa.start()
        try await mirror.sync()
        try expectAll(mirror)
    }

    @Test func `a key that is refused ends the pass with what the server said`() async throws {
        let mirror = try MirrorUnderTest(
            "2026-11-18"..."2026-11-20", .legacy,
            .init(first: "2026-11-18", last: "2026-11-20", pictureSize: .small, requiredKey: "secret"))
        let outcome = try await mirror.sync()
        guard outcome.summary.stopped?.kind == .refused else {
            Issue.record("\(String(describing: outcome.summary.stopped))")
            return
        }
        #expect(mirror.tree.isEmpty)
    }

    @Test func `every answer a 500 ends the pass after some twenty requests`() async throws {
        let mirror = try MirrorUnderTest(Self.days, .legacy)
        mirror.nasa.setFault(.status(500), for: .entries)
        let outcome = try await mirror.sync()
        guard outcome.summary.stopped?.kind == .unreachable else {
            Issue.record("\(String(describing: outcome.summary.stopped))")
            return
        }
        #expect(mirror.nasa.requests.count <= 25)
        #expect(mirror.tree.isEmpty)
        #expect(mirror.absent == MissingDays())
        mirror.nasa.clearFaults()
        try await mirror.sync()
        try expectAll(mirror)
    }
}
