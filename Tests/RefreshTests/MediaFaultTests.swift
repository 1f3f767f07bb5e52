import Belief
import Days
import SampleNASA
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport

/// What may come in the place of a picture. The day's words are stored, its picture is not, and nobody else suffers.
@Suite("When pictures go wrong")
struct MediaFaultTests {
    private static let days = "2026-11-18"..."2026-11-22"
    private static let date = "2026-11-19"

    private func expectHealed(_ mirror: MirrorUnderTest) async throws {
        mirror.nasa.clearFaults()
        mirror.clock.advance(days: 1)
        mirror.restart()
        try await mirror.sync()
        for date in mirror.nasa.dates { try mirror.expectWhole(date) }
        try mirror.expectSoundTree()
        #expect(mirror.incoming == [])
    }

    @Test(
        "A picture that is none, or not whole, leaves the day pending with the reason",
        arguments: [
            (.html(), "an HTML page came instead of a picture"),
            (.html(contentType: "image/jpeg"), "an HTML page came instead of a picture"),
            (.redirectToLandingPage, "an HTML page came instead of a picture"),
            (.status(404), "404"), (.status(403), "403"), (.status(410), "410"), (.status(500), "500"),
            (.status(502), "502"),
            (.status(503), "503"), (.status(504), "504"),
            (.redirectLoop, "asked twice in this sync"), (.redirectToFile, "redirects to file:///etc/passwd"),
            (.redirect(to: "ftp://127.0.0.1/x.jpg"), "redirects to ftp:"),
            (.truncated(), "ended after"), (.truncated(after: 0), ""),
            (.announcesLess(by: 700), "ends before its own end"),
            (.stalled(seconds: 60), "bytes a second"), (.slow(bytesPerSecond: 100), "bytes a second"), (.hangsUp, ""),
        ] as [(Fault, String)])
    func broken(fault: Fault, reason: String) async throws {
        let mirror = try MirrorUnderTest(Self.days)
        if fault.standsStill { mirror.beImpatient() }
        mirror.nasa.setFault(fault, for: .media(Self.date))
        let outcome = try await mirror.sync()
        #expect(outcome.summary.stopped == nil)
        #expect(outcome.pending == [Self.date])
        mirror.expectPending(Self.date, reason)
        #expect(mirror.metadata(Self.date)?.explanation == mirror.nasa.day(Self.date)?.explanation)
        #expect(mirror.metadata(Self.date)?.mirror.pending?.attempts == 1)
        for date in mirror.nasa.dates where date != Self.date { try mirror.expectWhole(date) }
        try mirror.expectSoundTree()
        try await expectHealed(mirror)
    }

    @Test(
        "A picture that comes in an unusual way is as good",
        arguments: [
            .gzip, .chunked, .announcesMore(by: 1_000), .stalled(seconds: 0.1), .slow(bytesPerSecond: 20_000),
        ] as [Fault])
    func unusual(fault: Fault) async throws {
        let mirror = try MirrorUnderTest(Self.days)
        mirror.nasa.setFault(fault, for: .allMedia)
        let outcome = try await mirror.sync()
        #expect(outcome.pending == [])
        for date in mirror.nasa.dates { try mirror.expectWhole(date) }
        try mirror.expectSoundTree()
    }

    /// The server means to have sent all of it: status, length and tag are right.
    @Test(arguments: [PictureFormat.jpeg, .png, .gif], [true, false])
    func `half of a picture is none, with a decoder and without`(
        format: PictureFormat, hasDecoder: Bool
    ) async throws {
        let mirror = try MirrorUnderTest(Self.days)
        mirror.settings.hasDecoder = hasDecoder
        mirror.nasa.repaint(Self.date, file: "Half.\(format.rawValue)")
        var day = try #require(mirror.nasa.day(Self.date))
        day.picture?.format = format
        mirror.nasa.update(day)
        func halve() {
            let missing = mirror.nasa.picture(for: Self.date).count / 2
            mirror.nasa.setFault(.announcesLess(by: missing), for: .media(Self.date))
        }
        halve()
        #expect(try await mirror.sync().pending == [Self.date])
        mirror.expectPending(Self.date, "ends before its own end")
        try await expectHealed(mirror)
        // Beside a whole one, under the same address.
        mirror.nasa.repaint(Self.date)
        halve()
        let before = mirror.tree
        mirror.clock.advance(days: 1)
        #expect(try await mirror.sync().summary.stored == 0)
        #expect(mirror.changedFiles(since: before) == [])
        let version = try #require(mirror.dayNotes.days[.of(Self.date)]?.picture)
        #expect(version.looks.days == 1 && version.other == nil, "NASA served neither the stored one nor another")
        try await expectHealed(mirror)
    }

    @Test func `a picture cut short once is gone on with at once`() async throws {
        let mirror = try MirrorUnderTest(Self.days)
        mirror.nasa.setFault(.truncated(), for: .media(Self.date), times: 1)
        let outcome = try await mirror.sync()
        #expect(outcome.pending == [])
        try mirror.expectWhole(Self.date)
        #expect(mirror.mediaRequests.contains { $0.range != nil && $0.status == 206 })
        try mirror.expectSoundTree()
    }

    /// Its address was asked twice by then, which is enough for one pass.
    @Test func `what is gone on with as a part of a longer file is fetched anew with the next pass`() async throws {
        let mirror = try MirrorUnderTest(Self.days)
        mirror.nasa.setFault(.truncated(), for: .media(Self.date), times: 1)
        mirror.nasa.setFault(.grown(by: 1_000), for: .allMedia)
        let outcome = try await mirror.sync()
        #expect(mirror.mediaRequests.contains { $0.range != nil && $0.status == 206 })
        #expect(outcome.pending == [] || outcome.pending == [Self.date])
        mirror.expectFewRequests(days: 5)
        try await expectHealed(mirror)
    }

    @Test func `a page in the place of every picture is the server's fault, and nothing is noted of any day`()
        async throws
    {
        let mirror = try MirrorUnderTest(Self.days)
        mirror.nasa.setFault(.html(contentType: "image/jpeg"), for: .allMedia)
        let outcome = try await mirror.sync()
        #expect(outcome.summary.stored == 0)
        #expect(outcome.summary.stopped.map { "\($0)".contains("an HTML page") } == true)
        #expect(mirror.tree.isEmpty)
        try await expectHealed(mirror)
    }

    /// Into an empty mirror, and more of them than are asked for at a time: nothing is known that the server must have.
    @Test(arguments: [7, 14, 40])
    func `where nothing is stored yet, two of the days that are left decide`(count: Int) async throws {
        let days = "\(Day.of("2026-11-20").advanced(by: 1 - count))"..."2026-11-20"
        let mirror = try MirrorUnderTest(days)
        mirror.nasa.setFault(.html(contentType: "image/jpeg"), for: .allMedia)
        let outcome = try await mirror.sync()
        #expect(outcome.summary.stopped.map { "\($0)".contains("an HTML page") } == true)
        // Each day's original and what stands in for it.
        #expect(mirror.mediaRequests.count <= 28, "\(mirror.mediaRequests.count) pictures were asked for")
        // The page of a video needs no picture.
        for date in mirror.nasa.dates { #expect(mirror.metadata(date)?.mirror.pending == nil) }
        mirror.nasa.clearFaults()
        #expect(try await mirror.sync().pending == [])
        try mirror.expectSoundTree()
    }

    /// The server is well; it is the newest days that are not.
    @Test func `days at fault do not keep the older ones from coming`() async throws {
        let mirror = try MirrorUnderTest("2026-10-12"..."2026-11-20")
        let ill = (0..<14).map { "\(Day.of("2026-11-20").advanced(by: -$0))" }
        for date in ill { mirror.nasa.setFault(.status(404), for: .media(date)) }
        let outcome = try await mirror.sync()
        #expect(outcome.summary.stopped == nil)
        #expect(outcome.pending.count > 10 && Set(outcome.pending).isSubset(of: ill))
        for date in mirror.nasa.dates where !ill.contains(date) {
            #expect(mirror.metadata(date)?.mirror.picture != nil)
        }
        mirror.nasa.clearFaults()
        mirror.clock.advance(hours: 1)
        #expect(try await mirror.sync().pending == [])
    }

    @Test func `a pending day is tried later each time, and its attempts are counted`() async throws {
        let mirror = try MirrorUnderTest(Self.days)
        mirror.nasa.setFault(.status(404), for: .media(Self.date))
        try await mirror.sync()
        mirror.nasa.clearRequests()
        try await mirror.sync()
        #expect(mirror.mediaRequests == [], "its time has not come")
        mirror.clock.advance(hours: 1)
        try await mirror.sync()
        let pending = try #require(mirror.metadata(Self.date)?.mirror.pending)
        #expect(pending.attempts == 2)
        let wait = pending.retryAfter.seconds - mirror.clock.now.seconds
        #expect((1_440...2_160).contains(wait))
        try await expectHealed(mirror)
    }

    @Test(
        "A full mirror loses nothing when checks of pictures fail",
        arguments: [
            .status(404), .status(503), .html(contentType: "image/jpeg"), .truncated(), .redirectToFile,
            .announcesLess(by: 500),
        ] as [Fault])
    func checks(fault: Fault) async throws {
        let mirror = try MirrorUnderTest(Self.days)
        try await mirror.sync()
        for date in mirror.nasa.dates { mirror.nasa.repaint(date) }
        let before = mirror.tree
        mirror.nasa.setFault(fault, for: .allMedia)
        mirror.clock.advance(days: 1)
        let outcome = try await mirror.sync()
        #expect(outcome.summary.stored == 0)
        #expect(mirror.changedFiles(since: before) == [])
        try mirror.expectSoundTree()
    }
}

extension Fault {
    fileprivate var standsStill: Bool {
        switch self {
        case .stalled, .slow: true
        default: false
        }
    }
}
