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
        try await mirror.settle()
        mirror.nasa.clearRequests()
        return mirror
    }

    private func change(_ mirror: MirrorUnderTest, _ date: String, _ change: (inout SampleDay) -> Void) throws {
        var day = try #require(mirror.nasa.day(date))
        change(&day)
        mirror.nasa.update(day)
    }

    /// Title, story and credit of all days.
    private func words(_ mirror: MirrorUnderTest) -> [DayWords] {
        mirror.nasa.dates.compactMap { mirror.metadata($0) }.map { DayWords($0) }
    }

    @Test func `of four old stories at once none is taken, and the owner takes them one by one`() async throws {
        let mirror = try await mirror()
        let before = words(mirror)
        for date in Self.old { try change(mirror, date) { $0.explanation += " We know this of \(date) now." } }
        let outcome = try await mirror.sync()
        #expect(Set(outcome.disputed) == Set(Self.old))
        #expect(outcome.summary.disputed.count == 4)
        #expect(words(mirror) == before)
        let taken = try await mirror.sync(.replacements(of: Set(Self.old.suffix(2).map { .of($0) })))
        #expect(Set(taken.corrected) == Set(Self.old.suffix(2)))
        #expect(mirror.mediaRequests == [])
        #expect(mirror.disputes.words.keys.map(\.description).sorted() == Array(Self.old.prefix(2)))
        #expect(mirror.metadata(Self.old[3])?.explanation.hasSuffix("now.") == true)
        // What is left is no more than NASA corrects at a time.
        #expect(Set(try await mirror.sync().corrected) == Set(Self.old.prefix(2)))
        #expect(mirror.disputes == Disputes())
        #expect(try await mirror.sync().corrected == [])
        try mirror.expectSoundTree()
    }

    @Test func `what NASA takes back is no dispute any more`() async throws {
        let mirror = try await mirror()
        let before = words(mirror)
        let days = Self.old.compactMap { mirror.nasa.day($0) }
        for date in Self.old { try change(mirror, date) { $0.explanation += " We know this of \(date) now." } }
        #expect(try await mirror.sync().disputed.count == 4)
        for day in days { mirror.nasa.update(day) }
        #expect(try await mirror.sync().summary.disputed.isEmpty)
        #expect(words(mirror) == before && mirror.disputes == Disputes())
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

    @Test func `the other source's lost characters take no better ones away, and are no dispute`() async throws {
        let mirror = try await mirror()
        let before = words(mirror)
        let lossy = Self.old + ["2026-11-20"]
        let records = lossy.map { mirror.record($0) }
        for date in lossy {
            try change(mirror, date) { $0.explanation = String($0.explanation.map { $0.isASCII ? $0 : "\u{FFFD}" }) }
        }
        mirror.shape = .legacy
        for _ in 0..<3 {
            #expect(try await mirror.sync().disputed == [])
            #expect(words(mirror).map(\.story) == before.map(\.story))
            #expect(mirror.disputes == Disputes())
            mirror.clock.advance(days: 1)
        }
        #expect(lossy.map { mirror.record($0) } == records, "the records are those of the words")
        try mirror.expectSoundTree()
        // From the very server that had them it is an accident.
        mirror.shape = .basic
        #expect(try await Set(mirror.sync().disputed) == Set(lossy))
        #expect(words(mirror).map(\.story) == before.map(\.story))
    }

    @Test func `a picture is replaced while its day's words are held back`() async throws {
        let mirror = try await mirror()
        let date = Self.old[0]
        let before = words(mirror)
        try change(mirror, date) { $0.explanation = "" }
        mirror.nasa.repaint(date, file: "New.jpg")
        let outcome = try await mirror.sync()
        #expect(outcome.summary.replaced == 1 && outcome.disputed == [date])
        #expect(words(mirror) == before)
        // A known dispute stays beside another picture as well.
        mirror.nasa.repaint(date, file: "Newest.jpg")
        let again = try await mirror.sync()
        #expect(again.summary.replaced == 1 && again.disputed == [])
        #expect(again.summary.disputed.keys.map { "\($0)" } == [date])
        #expect(mirror.disputes.words.keys.sorted() == [.of(date)])
        #expect(words(mirror) == before)
        try change(mirror, date) { $0.explanation = before[0].story }
        try await mirror.sync()
        #expect(mirror.disputes == Disputes())
        try mirror.expectSoundTree()
    }

    @Test func `one notice in the place of many stories takes nothing`() async throws {
        let mirror = try await mirror()
        let before = words(mirror)
        let young = mirror.nasa.dates.filter { $0 >= "2026-11-15" && mirror.nasa.day($0)?.picture != nil }
        for date in young {
            try change(mirror, date) {
                $0.title = "Site notice"
                $0.explanation = "Due to the lapse in federal funding, this website is not being updated."
            }
            mirror.nasa.repaint(date, file: "New of \(date).jpg")
        }
        let outcome = try await mirror.sync()
        #expect(outcome.summary.replaced == 0 && outcome.disputed == [])
        #expect(words(mirror) == before)
        #expect(mirror.disputes.refused.keys.map(\.description).sorted() == young)
        try mirror.expectSoundTree()
    }

    @Test func `an owner who accepts pictures and words gets both`() async throws {
        let mirror = try await mirror()
        for date in Self.old {
            try change(mirror, date) { $0.explanation += " We know this of \(date) now." }
            mirror.nasa.repaint(date, file: "New of \(date).jpg")
        }
        try await mirror.sync()
        #expect(mirror.disputes.pictures.keys.map(\.description).sorted() == Self.old)
        #expect(mirror.disputes.words.keys.map(\.description).sorted() == Self.old)
        let taken = try await mirror.sync(.replacements(of: Set(Self.old.map { .of($0) })))
        #expect(taken.summary.replaced == 4)
        for date in Self.old { #expect(mirror.metadata(date)?.explanation.hasSuffix("now.") == true) }
        #expect(mirror.disputes == Disputes())
        try mirror.expectSoundTree()
    }

    // MARK: - What else stands in the mirror

    @Test func `a text with a character that cannot be read is kept like any other`() async throws {
        let mirror = try await mirror(.legacy)
        let date = Self.old[0]
        try change(mirror, date) { $0.explanation += " Thanks to Tun\u{FFFD} Tezel." }
        #expect(try await mirror.sync().corrected == [date], "one such character is no accident")
        let before = words(mirror)
        try change(mirror, Self.old[1]) { $0.explanation = "This website is not being updated." }
        #expect(try await mirror.sync().disputed == [Self.old[1]])
        #expect(words(mirror) == before)
    }

    @Test func `disputes that the owner leaves as they are end for NASA`() async throws {
        let mirror = try await mirror()
        for date in Self.old { try change(mirror, date) { $0.explanation += " We know this of \(date) now." } }
        #expect(Set(try await mirror.sync().disputed) == Set(Self.old))
        for date in ["2026-11-08", "2026-11-20"] { try change(mirror, date) { $0.explanation += " Corrected." } }
        #expect(try await mirror.sync().disputed == ["2026-11-08"], "it may be the same accident")
        mirror.clock.advance(hours: 25)
        for date in ["2026-11-07", "2026-11-21"] { try change(mirror, date) { $0.explanation += " Corrected." } }
        let outcome = try await mirror.sync()
        // New days are corrected; a settled one waits with the others that are held back, for two weeks.
        #expect(Set(outcome.corrected) == ["2026-11-20", "2026-11-21"])
        #expect(outcome.summary.disputed.count == 6)
        for _ in 0..<14 {
            mirror.clock.advance(days: 1)
            try await mirror.sync()
        }
        #expect(mirror.disputes == Disputes())
        #expect(mirror.metadata("2026-11-07")?.explanation.hasSuffix("Corrected.") == true)
        try mirror.expectSoundTree()
    }

    @Test(arguments: MirrorUnderTest.Shape.allCases)
    func `a mirror without its records keeps its words in an accident`(shape: MirrorUnderTest.Shape) async throws {
        let mirror = try await mirror(shape)
        let before = words(mirror)
        try FileManager.default.removeItem(atPath: "\(mirror.month(Self.old[0]))/metadata/published")
        mirror.restart()
        for date in Self.old { try change(mirror, date) { $0.explanation += " We know this of \(date) now." } }
        try change(mirror, "2026-11-08") { $0.explanation = "This website is not being updated." }
        #expect(Set(try await mirror.sync().disputed) == Set(Self.old + ["2026-11-08"]))
        #expect(words(mirror) == before)
        // A repair believes no more than a sync.
        try await mirror.sync(.damaged(Set((Self.old + ["2026-11-08"]).map { .of($0) })))
        #expect(words(mirror) == before)
    }

    @Test func `a day whose picture was deleted gets a picture, and keeps its words in an accident`() async throws {
        let mirror = try await mirror()
        let before = words(mirror)
        let (date, failing) = (Self.old[0], Self.old[1])
        for date in [date, failing] {
            for file in mirror.files(date) {
                try FileManager.default.removeItem(atPath: mirror.month(date) + "/" + file)
            }
            try change(mirror, date) { $0.explanation = "This website is not being updated." }
        }
        mirror.nasa.setFault(.status(404), for: .media(failing))
        mirror.restart()
        let outcome = try await mirror.sync()
        #expect(outcome.stored == [date] && Set(outcome.disputed) == [date, failing])
        #expect(words(mirror) == before)
        #expect(mirror.disputes.words.keys.sorted() == [.of(date), .of(failing)])
    }

    @Test func `words that this version reads otherwise are no correction of NASA's`() async throws {
        let mirror = try await mirror()
        let before = words(mirror)
        for date in Self.old + ["2026-11-20"] {
            var metadata = try #require(mirror.metadata(date))
            metadata.explanation = "As another version read it. " + metadata.explanation
            try metadata.encoded().write(to: "\(mirror.month(date))/metadata/\(date).json")
        }
        mirror.restart()
        let outcome = try await mirror.sync()
        #expect(Set(outcome.reread) == Set(Self.old + ["2026-11-20"]))
        #expect(outcome.corrected == [] && outcome.disputed == [])
        #expect(words(mirror) == before)
        try mirror.expectSoundTree()
    }
}
