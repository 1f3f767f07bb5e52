import Belief
import Days
import SampleNASA
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import NASA
@testable import Refresh
@testable import RefreshTestSupport
@testable import Service
@testable import Settings

/// `verify --accept` and `verify --keep`: the owner's yes and no to what is disputed.
@Suite("The owner's word about disputes") struct OwnersWordTests {
    private static let days = "2026-11-02"..."2026-11-22"
    /// Days that are settled, of which NASA says something that is not believed: of the first a lesser picture at another
    /// address, of the second one at the same, of the third no story.
    private static let disputed = ["2026-11-03", "2026-11-04", "2026-11-06"]

    private func mirror() async throws -> MirrorUnderTest {
        let mirror = try MirrorUnderTest(Self.days)
        try await mirror.sync()
        try await mirror.settle()
        mirror.clock.advance(days: 1)
        for (number, date) in Self.disputed.enumerated() {
            var day = try #require(mirror.nasa.day(date))
            if number == 2 {
                day.explanation = ""
            } else {
                var picture = try #require(day.picture)
                (picture.width, picture.height, picture.revision) = (40, 30, 1)
                if number == 0 { picture.file = "Small.jpg" }
                day.picture = picture
            }
            mirror.nasa.update(day)
        }
        try await look(mirror)
        #expect(mirror.disputes.allDays == Set(Self.disputed.map { .of($0) }))
        return mirror
    }

    /// A sync, and one of all days by themselves.
    private func look(_ mirror: MirrorUnderTest) async throws {
        try await mirror.sync()
        try await mirror.sync(days: Self.days)
    }

    private func stored(_ mirror: MirrorUnderTest) -> [[UInt8]?] { Self.disputed.map { mirror.picture($0) } }

    private func story(_ mirror: MirrorUnderTest) -> String? { mirror.metadata(Self.disputed[2])?.explanation }

    @Test func `one yes takes all, and with nothing disputed it says so`() async throws {
        let mirror = try await mirror()
        let accepted = try await mirror.carryOut(.accept(.all))
        #expect(accepted.code == .fine, "\(accepted.told)")
        for (date, what) in zip(Self.disputed, ["picture", "picture", "words"]) {
            #expect(accepted.told.contains { $0.hasPrefix("\(date) now has NASA's new \(what)") }, "\(accepted.told)")
        }
        #expect(mirror.disputes == Disputes() && story(mirror) == "")
        for date in Self.disputed.prefix(2) { try mirror.expectWhole(date) }
        for order in [Order.accept(.all), .keep(.all)] {
            let again = try await mirror.carryOut(order)
            #expect(again.code == .fine && again.told == ["Nothing is disputed."], "\(again.told)")
        }
        await #expect(throws: NothingDisputed(day: .of(Self.disputed[0]))) {
            try await mirror.carryOut(.keep(.named([.of(Self.disputed[0])])))
        }
    }

    @Test func `a no ends disputes for what is stored, as long as NASA says the same`() async throws {
        let mirror = try await mirror()
        let (pictures, words) = (stored(mirror), story(mirror))
        let first = try await mirror.carryOut(.keep(.named([.of(Self.disputed[0])])))
        #expect(first.code == .fine)
        #expect(
            first.told == ["\(Self.disputed[0]) keeps its picture; what NASA has instead is disputed no more."])
        #expect(mirror.metadata(Self.disputed[0])?.mirror.state == .present)
        #expect(mirror.disputes.allDays == Set(Self.disputed.dropFirst().map { .of($0) }))
        let rest = try await mirror.carryOut(.keep(.all))
        #expect(
            rest.told == [
                "\(Self.disputed[1]) keeps its picture; what NASA has instead is disputed no more.",
                "\(Self.disputed[2]) keeps its words; what NASA has instead is disputed no more.",
            ])
        #expect(mirror.disputes == Disputes())
        // What never settled is forgotten by then; a no is not. On the last two days all pictures are looked at.
        for days in [0, 1, 1, 40, 1] {
            mirror.clock.advance(days: days)
            try await look(mirror)
            #expect(mirror.disputes == Disputes(), "after \(days) days")
            #expect(stored(mirror) == pictures && story(mirror) == words, "after \(days) days")
        }
        mirror.nasa.clearRequests()
        try await look(mirror)
        #expect(mirror.mediaRequests == [], "what was declined is looked at once a day")
        try mirror.expectSoundTree()
        // Another answer is another matter.
        var day = try #require(mirror.nasa.day(Self.disputed[1]))
        day.picture?.revision = 2
        mirror.nasa.update(day)
        for _ in 0..<2 {
            mirror.clock.advance(days: 1)
            try await look(mirror)
        }
        #expect(mirror.disputes.pictures.keys.sorted() == [.of(Self.disputed[1])])
        // The owner may think better of a no.
        let accepted = try await mirror.carryOut(.accept(.named(Self.disputed.map { .of($0) })))
        #expect(accepted.code == .fine, "\(accepted.told)")
        for date in Self.disputed.prefix(2) { try mirror.expectWhole(date) }
        #expect(mirror.disputes == Disputes() && story(mirror) == "")
        try mirror.expectSoundTree()
    }

    // MARK: - What status counts

    @Test func `status counts days that have not settled, and stories that a notice was cut off`() async throws {
        let mirror = try MirrorUnderTest(Self.days)
        func status() async throws -> MirrorStatus {
            try MirrorStatus(
                of: .open(mirror.root), Configuration(mirror: mirror.root), today: mirror.clock.now.day,
                sourceRemedy: ExpectedForm.plainRemedy)
        }
        let notice = "Due to the lapse in federal funding, this website is not being updated. "
        for date in mirror.nasa.dates {
            var day = try #require(mirror.nasa.day(date))
            day.explanation = notice + day.explanation
            mirror.nasa.update(day)
        }
        let report = try await mirror.passes().refresh()
        #expect(report.cut == mirror.nasa.dates.count)
        let told = try await status()
        #expect(told.days.provisional == mirror.nasa.dates.count && told.sync.cut == mirror.nasa.dates.count)
        #expect(told.sync.replaced == 0 && told.sync.corrected == 0)
        try await mirror.settle()
        #expect(try await status().days.provisional == Limits.settle + 1)
    }
}
