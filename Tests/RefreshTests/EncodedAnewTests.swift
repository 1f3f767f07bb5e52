import Days
import Foundation
import SampleNASA
import Testing

@testable import Belief
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport

/// A content network that encodes each picture anew at each request, and one that did so once.
@Suite("Pictures in other bytes that show the same", .timeLimit(.minutes(20)))
struct EncodedAnewTests {
    private static let days = "2026-09-22"..."2026-11-20"

    private func posts(isSettled: Bool = false, hasDecoder: Bool = true) async throws -> DailyPosts {
        let posts = try await DailyPosts(Self.days, isSettled: isSettled)
        posts.mirror.settings.hasDecoder = hasDecoder
        posts.mirror.nasa.setFault(.encodedAnew, for: .allMedia)
        return posts
    }

    /// The days whose pictures have not settled.
    private func provisional(_ mirror: MirrorUnderTest) -> [Day] {
        let notes = mirror.dayNotes
        return notes.days.keys.filter(notes.isNotedProvisional)
    }

    private func superseded(_ mirror: MirrorUnderTest) -> [String] {
        mirror.tree.keys.filter { $0.contains("/superseded/") && !$0.hasSuffix(".json") }.sorted()
    }

    @Test func `they settle within forty days, nothing is replaced, and superseded stays empty`() async throws {
        let posts = try await posts()
        let mirror = posts.mirror
        try await mirror.sync()
        var settledAfter: Int?
        var requests: [Int] = []
        for day in 1...75 {
            mirror.nasa.clearRequests()
            let outcome = try await posts.tomorrow()
            #expect(outcome.summary.replaced == 0 && outcome.summary.disputed.isEmpty, "day \(day)")
            requests.append(mirror.mediaRequests.count)
            let isOpen = provisional(mirror).contains { $0 <= Day.of(Self.days.upperBound) }
            if settledAfter == nil, !isOpen { settledAfter = day }
        }
        let (first, second) = (requests.prefix(40).reduce(0, +), requests.suffix(35).reduce(0, +))
        print(
            "measured: 60 pictures encoded anew settled after \(settledAfter ?? 0) days; with a new one each day",
            terminator: " ")
        print("there were \(first) requests in 40 days, and \(second) in 35 days more")
        #expect(settledAfter.map { $0 <= 40 } == true)
        #expect(superseded(mirror) == [])
        try mirror.expectSoundTree()
    }

    /// The plan and the rules alone, over a mirror that was filled in one day.
    @Test func `an archive of 11,387 settles within forty days, by a thousand requests a day`() {
        let first = Day.of("2026-11-20")
        let history = first.advanced(by: -11_386)...first
        let start = Timestamp.noon(of: first)
        var (listing, notes) = (Listing(), DayNotes())
        for day in history {
            listing.days[day] = .init(hasMetadata: true, files: ["\(day) A.jpg"])
            notes.note(picture: Version(key: "", looks: .init(first: start, last: start), asked: start), of: day)
        }
        var (requests, settledAfter) = ([Int](), Int?.none)
        for later in 1...75 {
            let today = first.advanced(by: later)
            let (span, now) = (history.lowerBound...today, Timestamp.noon(of: today))
            let open = notes.provisional(on: today)
            let round = Plan.rotation(span, on: today)
            let plan = Plan.make(
                .due(), MirrorSnapshot(now: now, today: today, span: span, listing: listing, notes: notes))
            let asked = plan.rereads.intersection(Set(open).union(round.map(Set.init) ?? []))
            for day in asked {
                guard let version = notes.days[day]?.picture else { continue }
                notes.note(picture: version.seen(at: now, isLook: true, amnesty: nil, as: "\(later)"), of: day)
            }
            requests.append(asked.count)
            if settledAfter == nil, !history.contains(where: notes.isNotedProvisional) { settledAfter = later }
        }
        let most = requests.max() ?? 0
        print("measured: 11,387 pictures encoded anew settle after \(settledAfter ?? 0) days,", terminator: " ")
        print("by \(requests.reduce(0, +)) requests in 75 days, \(most) a day at most")
        #expect(settledAfter.map { $0 <= 40 } == true)
        #expect(most <= Limits.provisional + 2 * Limits.newest)
    }

    @Test func `settled ones are in no doubt, and none is disputed`() async throws {
        let posts = try await posts(isSettled: true)
        for _ in 0..<4 {
            let outcome = try await posts.tomorrow()
            #expect(outcome.summary.replaced == 0 && outcome.summary.disputed.isEmpty)
        }
        try posts.mirror.expectSoundTree()
    }

    /// Without a decoder each is another picture: there and back are taken, and no more before NASA serves one twice.
    @Test func `without a decoder they are replaced twice, and settle once NASA serves the same again`() async throws {
        let posts = try await posts(hasDecoder: false)
        let mirror = posts.mirror
        try await mirror.sync()
        var replaced = 0
        for _ in 0..<10 { replaced += try await posts.tomorrow().summary.replaced }
        #expect(replaced <= Limits.turns * posts.dates.count)
        for date in posts.dates { #expect(mirror.superseded(date).count <= Limits.turns, "\(date)") }
        mirror.nasa.clearFaults()
        try await posts.live(days: Limits.settle + 3)
        #expect(posts.wrongPictures == [])
        try await posts.live(days: Limits.forget + 1)
        for date in posts.dates.prefix(60) { #expect(mirror.superseded(date) == [], "\(date)") }
        try mirror.expectSoundTree()
    }

    /// A correction may be too small for a perceptual hash.
    @Test(arguments: [false, true])
    func `the same other bytes on two days are another picture`(isSettled: Bool) async throws {
        let posts = try await posts(isSettled: isSettled)
        let mirror = posts.mirror
        mirror.nasa.clearFaults()
        if !isSettled { try await mirror.sync() }
        let date = "2026-11-03"
        if isSettled { mirror.clock.advance(days: daysUntilTurn(of: date, mirror)) }
        posts.revise(date) { $0.picture?.bytes = 30_000 }
        #expect(try await posts.tomorrow().summary.replaced == 0)
        #expect(posts.wrongPictures == [date])
        #expect(try await posts.tomorrow().stored.contains(date))
        #expect(posts.wrongPictures == [])
        #expect(mirror.superseded(date).count == 1)
        try mirror.expectSoundTree()
    }

    /// The days until the day before the rotation reaches a day.
    private func daysUntilTurn(of date: String, _ mirror: MirrorUnderTest) -> Int {
        let (first, today) = (Day.of(Self.days.lowerBound), mirror.clock.now.day)
        return (0..<200).first { later in
            let day = today.advanced(by: later + 1)
            return Plan.rotation(first...day, on: day)?.contains(.of(date)) == true
        } ?? 0
    }
}
