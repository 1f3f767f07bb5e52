import SampleNASA
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport
@testable import Settings

/// Words that look like an accident at NASA's are held back as pictures are.
@Suite("When words are not believed")
struct WordsDisputeTests {
    private static let days = "2026-11-02"..."2026-11-22"
    /// All older than seven days.
    private static let old = ["2026-11-02", "2026-11-03", "2026-11-04", "2026-11-06"]

    private func mirror(_ shape: MirrorUnderTest.Shape = .basic) async throws -> MirrorUnderTest {
        let mirror = try MirrorUnderTest(Self.days, shape)
        for date in mirror.nasa.dates {
            try change(mirror, date) { $0.explanation += " Çelik’s café on \(date) saw it, too." }
        }
        try await mirror.sync()
        mirror.nasa.clearRequests()
        return mirror
    }

    private func change(_ mirror: MirrorUnderTest, _ date: String, _ change: (inout SampleDay) -> Void) throws {
        var day = try #require(mirror.nasa.day(date))
        change(&day)
        mirror.nasa.update(day)
    }

    /// Title, story and credit of all days.
    private func words(_ mirror: MirrorUnderTest) -> [Corrections.Words] {
        mirror.nasa.dates.compactMap { mirror.metadata($0) }.map { Corrections.Words($0) }
    }

    @Test func `of four old stories at once none is taken, and the owner takes them one by one`() async throws {
        let mirror = try await mirror()
        let before = words(mirror)
        for date in Self.old { try change(mirror, date) { $0.explanation += " We know this of \(date) now." } }
        let outcome = try await mirror.sync()
        #expect(Set(outcome.disputed) == Set(Self.old))
        #expect(outcome.summary.disputed.count == 4)
        #expect(words(mirror) == before)
        // Two of them alone are still held back.
        for date in Self.old.prefix(2) {
            try change(mirror, date) {
                $0.explanation = $0.explanation.replacing(" We know this of \(date) now.", with: "")
            }
        }
        let again = try await mirror.sync()
        #expect(again.disputed == [] && again.summary.disputed.count == 2)
        #expect(words(mirror) == before)
        #expect(mirror.disputes.words?.keys.sorted() == Self.old.suffix(2))

        let taken = try await mirror.sync(.replacements(of: Set(Self.old.suffix(2).map { .of($0) })))
        #expect(Set(taken.corrected) == Set(Self.old.suffix(2)))
        #expect(mirror.mediaRequests == [])
        #expect(mirror.disputes == Disputes())
        #expect(mirror.metadata(Self.old[3])?.explanation.hasSuffix("now.") == true)
        #expect(try await mirror.sync().corrected == [])
        try mirror.expectSoundTree()
    }

    @Test func `three old stories are corrected, and any number of new ones`() async throws {
        let mirror = try await mirror()
        let dates = Self.old.prefix(3) + ["2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21"]
        for date in dates { try change(mirror, date) { $0.explanation += " We know this of \(date) now." } }
        #expect(Set(try await mirror.sync().corrected) == Set(dates))
        #expect(mirror.disputes == Disputes())
    }

    @Test func `a story that is first empty and then comes is no accident`() async throws {
        let mirror = try MirrorUnderTest(Self.days)
        let stories = mirror.nasa.dates.compactMap { mirror.nasa.day($0)?.explanation }
        for date in mirror.nasa.dates { try change(mirror, date) { $0.explanation = "" } }
        try await mirror.sync()
        for (date, story) in zip(mirror.nasa.dates, stories) { try change(mirror, date) { $0.explanation = story } }
        #expect(try await mirror.sync().corrected.count == stories.count)
        #expect(mirror.disputes == Disputes())
    }

    @Test func `an empty story is taken when the owner accepts it`() async throws {
        let mirror = try await mirror()
        let date = Self.old[0]
        try change(mirror, date) { $0.explanation = "" }
        #expect(try await mirror.sync().disputed == [date])
        #expect(try await mirror.sync(.replacements(of: [.of(date)])).corrected == [date])
        #expect(mirror.metadata(date)?.explanation == "")
        #expect(mirror.disputes == Disputes())
    }

    @Test(arguments: MirrorUnderTest.Shape.allCases)
    func `the other source's shape is no dispute`(shape: MirrorUnderTest.Shape) async throws {
        let mirror = try await mirror(shape)
        mirror.shape = shape == .basic ? .legacy : .basic
        #expect(try await mirror.sync().disputed == [])
        #expect(mirror.disputes == Disputes())
    }

    @Test func `a picture is replaced while its day's words are held back`() async throws {
        let mirror = try await mirror()
        let date = Self.old[0]
        let before = words(mirror)
        try change(mirror, date) { $0.explanation = "" }
        mirror.nasa.repaint(date, file: "New.jpg")
        #expect(try await mirror.sync().summary.replaced == 1)
        #expect(words(mirror) == before)
        #expect(try await mirror.sync().disputed == [date])
        #expect(words(mirror) == before)
        try mirror.expectSoundTree()
    }
}
