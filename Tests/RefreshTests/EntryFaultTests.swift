import Days
import SampleNASA
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport

/// Answers of the APIs that must not be believed, or cannot be read. Each test says what is on disk afterwards, and that
/// a later pass without the fault heals everything.
@Suite("When entries go wrong")
struct EntryFaultTests {
    private static let days = "2026-11-02"..."2026-11-21"
    private static let date = "2026-11-19"

    /// The other days of the range are there whatever happened to one of them.
    private func expectNeighbours(_ mirror: MirrorUnderTest, but bad: Set<String> = [date]) throws {
        for date in mirror.nasa.dates where !bad.contains(date) {
            let metadata = try #require(mirror.metadata(date), "\(date)")
            #expect(metadata.title == mirror.nasa.day(date)?.title)
            #expect(mirror.picture(date) != nil, "\(date)")
        }
        try mirror.expectSoundTree()
    }

    private func expectHealed(_ mirror: MirrorUnderTest) async throws {
        mirror.nasa.clearFaults()
        mirror.clock.advance(days: 1)
        mirror.restart()
        try await mirror.sync()
        try mirror.expectWhole(Self.date)
        try expectNeighbours(mirror, but: [])
    }

    @Test(
        "A bad answer about one day leaves nothing of that day, and everything of the others",
        arguments: [
            (.basic, .status(500), "500"), (.legacy, .status(500), "500"),
            (.basic, .logo, "NASA Science"), (.legacy, .logo, "NASA Science"),
            (.basic, .outageEntry, "503 Service Unavailable"), (.legacy, .outageEntry, "503 Service Unavailable"),
            (.basic, .invalidJSON, "not JSON"), (.legacy, .invalidJSON, "not JSON"),
            (.basic, .html(), "not JSON"), (.legacy, .html(contentType: "application/json"), "not JSON"),
            (.basic, .redirectLoop, "asked twice"), (.legacy, .redirectToFile, "file:///etc/passwd"),
            (.basic, .redirectToLandingPage, "leads to"), (.legacy, .truncated(), "ended after"),
            (.legacy, .announcesLess(by: 5), "not JSON"), (.legacy, .hangsUp, ""),
        ] as [(MirrorUnderTest.Shape, Fault, String)])
    func oneDay(shape: MirrorUnderTest.Shape, fault: Fault, reason: String) async throws {
        let mirror = try MirrorUnderTest(Self.days, shape)
        mirror.nasa.setFault(fault, for: .day(Self.date))
        let outcome = try await mirror.sync()
        #expect(outcome.summary.stopped == nil)
        #expect(outcome.pending == [Self.date])
        let said = outcome.summary.pending[.of(Self.date)] ?? ""
        #expect(reason.isEmpty || said.contains(reason), "\(said)")
        mirror.expectPending(Self.date, "", hasJSON: false)
        #expect(mirror.absent.reasons == [.of(Self.date): said], "its reason is on disk")
        try expectNeighbours(mirror)
        try await expectHealed(mirror)
        #expect(mirror.absent.reasons == [:])
    }

    @Test(
        "An answer that never ends costs its own day only",
        arguments: [(.basic, .announcesMore(by: 100)), (.legacy, .stalled(seconds: 60))]
            as [(MirrorUnderTest.Shape, Fault)])
    func endless(shape: MirrorUnderTest.Shape, fault: Fault) async throws {
        let mirror = try MirrorUnderTest("2026-11-19"..."2026-11-20", shape)
        mirror.beImpatient()
        mirror.nasa.setFault(fault, for: .day(Self.date))
        let outcome = try await mirror.sync()
        #expect(outcome.pending == [Self.date])
        mirror.expectPending(Self.date, "", hasJSON: false)
        try expectNeighbours(mirror)
        try await expectHealed(mirror)
    }

    @Test(
        "A day that the answer tells under another date is asked for by itself, and is not believed",
        arguments: [
            (.basic, .wrongDate), (.legacy, .wrongDate), (.basic, .wrongCentury), (.legacy, .wrongCentury),
        ] as [(MirrorUnderTest.Shape, Fault)])
    func leftOut(shape: MirrorUnderTest.Shape, fault: Fault) async throws {
        let mirror = try MirrorUnderTest(Self.days, shape)
        mirror.nasa.setFault(fault, for: .day(Self.date))
        let outcome = try await mirror.sync()
        #expect(outcome.summary.unpublished == [])
        #expect(outcome.summary.pending[.of(Self.date)]?.contains("it is for") == true)
        #expect(mirror.absent.reasons.keys.sorted() == [.of(Self.date)])
        #expect(mirror.absent.absent.isEmpty && mirror.absent.notYet.isEmpty)
        mirror.expectPending(Self.date, "", hasJSON: false)
        try expectNeighbours(mirror)
        try await expectHealed(mirror)
        #expect(mirror.absent.reasons.isEmpty)
    }

    @Test(
        "A picture that has no address is not there yet: it is pending, and asked for again",
        arguments: MirrorUnderTest.Shape.allCases,
        [
            .false, .number, .text("file:///etc/passwd"), .text("ftp://nasa.gov/a.jpg"),
            .text("data:image/png;base64,AA"),
        ]
            as [Fault.NoAddress])
    func noAddress(shape: MirrorUnderTest.Shape, address: Fault.NoAddress) async throws {
        let mirror = try MirrorUnderTest(Self.days, shape)
        mirror.nasa.setFault(.noAddress(address), for: .day(Self.date))
        let outcome = try await mirror.sync()
        #expect(outcome.pending == [Self.date])
        mirror.expectPending(Self.date, "does not say where it is", hasJSON: true)
        #expect(mirror.picture(Self.date) == nil, "a page would say that this is all there is")
        try expectNeighbours(mirror)
        try await expectHealed(mirror)
    }

    @Test("A wrong date is no proof that an old day is absent", arguments: MirrorUnderTest.Shape.allCases)
    func wrongDateOfAnOldDay(shape: MirrorUnderTest.Shape) async throws {
        let mirror = try MirrorUnderTest("2026-03-01"..."2026-03-10", shape)
        mirror.clock.advance(days: 200)
        mirror.nasa.setFault(.wrongDate, for: .day("2026-03-05"))
        let days = "2026-03-01"..."2026-03-10"
        let outcome = try await mirror.sync(days: days)
        #expect(outcome.pending == ["2026-03-05"])
        #expect(outcome.summary.pending[.of("2026-03-05")]?.contains("it is for 2026-03-04") == true)
        #expect(mirror.absent.absent.isEmpty && mirror.absent.notYet.isEmpty)
        mirror.expectPending("2026-03-05", "", hasJSON: false)
        try mirror.expectWhole("2026-03-04")
        mirror.nasa.clearFaults()
        try await mirror.sync(days: days)
        try mirror.expectWhole("2026-03-05")
        try mirror.expectSoundTree()
    }

    @Test(
        "An error page in the place of every answer is never taken for absence",
        arguments: [
            (.basic, .emptyList), (.basic, .notFoundWithStatus200), (.legacy, .emptyList),
            (.legacy, .notFoundWithStatus200),
        ] as [(MirrorUnderTest.Shape, Fault)])
    func nothingThere(shape: MirrorUnderTest.Shape, fault: Fault) async throws {
        let mirror = try MirrorUnderTest(Self.days, shape)
        mirror.nasa.setFault(fault, for: .entries)
        let outcome = try await mirror.sync()
        #expect(outcome.summary.stored == 0)
        #expect(mirror.absent.absent.isEmpty)
        #expect(mirror.tree.isEmpty)
        try await expectHealed(mirror)
    }

    @Test("Of two records for a day one is taken", arguments: MirrorUnderTest.Shape.allCases)
    func twoRecords(shape: MirrorUnderTest.Shape) async throws {
        let mirror = try MirrorUnderTest(Self.days, shape)
        mirror.nasa.setFault(.twoRecords, for: .day(Self.date))
        let outcome = try await mirror.sync()
        #expect(outcome.stored.filter { $0 == Self.date }.count == 1)
        try mirror.expectWhole(Self.date)
        try expectNeighbours(mirror)
        try await expectHealed(mirror)
    }

    @Test(
        "Poison on every day stores nothing at all",
        arguments: [
            (.basic, .logo), (.legacy, .logo), (.basic, .outageEntry), (.legacy, .outageEntry),
        ] as [(MirrorUnderTest.Shape, Fault)])
    func everyDay(shape: MirrorUnderTest.Shape, fault: Fault) async throws {
        let mirror = try MirrorUnderTest(Self.days, shape)
        mirror.nasa.setFault(fault, for: .entries)
        let outcome = try await mirror.sync()
        #expect(outcome.summary.stored == 0)
        #expect(outcome.summary.pending.count == 20)
        #expect(mirror.mediaRequests == [])
        #expect(mirror.tree.isEmpty)
        try await expectHealed(mirror)
    }

    @Test(
        "Poison takes nothing away from a full mirror",
        arguments: [
            .logo, .outageEntry, .placeholder, .sharedMedia, .emptyList, .invalidJSON, .wrongDate, .status(500),
            .status(403),
            .status(404), .status(502),
        ] as [Fault])
    func fullMirror(fault: Fault) async throws {
        for shape in MirrorUnderTest.Shape.allCases {
            let mirror = try MirrorUnderTest(Self.days, shape)
            try await mirror.sync()
            let before = mirror.tree
            mirror.nasa.setFault(fault, for: .entries)
            mirror.clock.advance(days: 4)
            try await mirror.sync()
            // Pages are made of the entry's words: one that lost them is written anew.
            #expect(mirror.changedFiles(since: before).filter { !$0.hasSuffix(".html") } == [])
            try mirror.expectSoundTree()
        }
    }

    @Test("Four days with one picture are not believed, its neighbours are", arguments: MirrorUnderTest.Shape.allCases)
    func sharedMedia(shape: MirrorUnderTest.Shape) async throws {
        let mirror = try MirrorUnderTest(Self.days, shape)
        let four = Set(["2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21"])
        mirror.nasa.setFault(.sharedMedia, for: .range("2026-11-18"..."2026-11-21"))
        let outcome = try await mirror.sync()
        #expect(Set(outcome.pending) == four)
        for date in four { mirror.expectPending(date, "", hasJSON: false) }
        try expectNeighbours(mirror, but: four)
        try await expectHealed(mirror)
    }

    @Test("A placeholder is a day with words and no picture yet", arguments: MirrorUnderTest.Shape.allCases)
    func placeholder(shape: MirrorUnderTest.Shape) async throws {
        let mirror = try MirrorUnderTest(Self.days, shape)
        mirror.nasa.setFault(.placeholder, for: .day(Self.date))
        let outcome = try await mirror.sync()
        #expect(outcome.pending == [Self.date])
        mirror.expectPending(Self.date, "placeholder")
        #expect(mirror.metadata(Self.date)?.title == mirror.nasa.day(Self.date)?.title)
        try expectNeighbours(mirror)
        try await expectHealed(mirror)
    }

    @Test("An unknown media_type loses nothing", arguments: MirrorUnderTest.Shape.allCases)
    func unknownMediaType(shape: MirrorUnderTest.Shape) async throws {
        let mirror = try MirrorUnderTest(Self.days, shape)
        mirror.nasa.setFault(.unknownMediaType, for: .day(Self.date))
        try await mirror.sync()
        try mirror.expectWhole(Self.date)
        #expect(mirror.metadata(Self.date)?.mirror.mediaType == "hologram")
        #expect(mirror.metadata(Self.date)?.mediaType == .image)
        try await expectHealed(mirror)
        #expect(mirror.metadata(Self.date)?.mirror.mediaType == "image")
    }

    @Test(
        "Answers in gzip or in chunks are answers",
        arguments: [
            (.basic, .gzip), (.legacy, .gzip), (.basic, .chunked), (.legacy, .chunked),
        ] as [(MirrorUnderTest.Shape, Fault)])
    func encodings(shape: MirrorUnderTest.Shape, fault: Fault) async throws {
        let mirror = try MirrorUnderTest(Self.days, shape)
        mirror.nasa.setFault(fault, for: .everything)
        let outcome = try await mirror.sync()
        #expect(outcome.pending == [])
        try mirror.expectWhole(Self.date)
        try expectNeighbours(mirror)
    }
}
