import Foundation
import SampleNASA
import TestSupport
import Testing

@testable import Days
@testable import MirrorTree
@testable import NASA
@testable import Refresh
@testable import RefreshTestSupport

/// What befalls the whole server is no day's fault: nothing of it is booked, it is soon noticed, and one pass after it
/// makes the mirror what it would have been.
@Suite("When the whole server goes wrong", .timeLimit(.minutes(20)))
struct AccidentTests {
    private static let days = "2026-08-25"..."2026-11-20"
    /// The beginning that the mirror already has: of the days that it lacks, some are old.
    private static let known = "2026-08-25"..."2026-09-02"

    /// Begins at once, in the middle of a pass, or for some answers only.
    struct Course: Sendable, CustomStringConvertible {
        let part: Accident.Part
        let after: Int
        var times: Int?

        var description: String { "\(part) after \(after)\(times.map { " for \($0)" } ?? "")" }
    }

    static let courses = [
        Course(part: .everything, after: 0), Course(part: .everything, after: 20), Course(part: .api, after: 2),
        Course(part: .media, after: 9), Course(part: .media, after: 9, times: 3),
        Course(part: .api, after: 1, times: 2),
    ]

    /// A mirror of these days with nobody disturbing it.
    private static let undisturbed = Task {
        let mirror = try MirrorUnderTest(days)
        try await mirror.sync()
        return Set(mirror.tree.keys)
    }

    private func expectNothingUntrue(_ mirror: MirrorUnderTest) throws {
        for date in mirror.nasa.dates where !mirror.files(date).isEmpty { try expectTrue(date, mirror) }
        #expect(mirror.absent.absent == [:])
        #expect(mirror.disputes == Disputes())
        try mirror.expectSoundTree()
    }

    /// What stands for the day is what NASA published; of a video that lives elsewhere, our page.
    private func expectTrue(_ date: String, _ mirror: MirrorUnderTest) throws {
        let known = try #require(mirror.metadata(date))
        #expect(known.title == mirror.nasa.day(date)?.title)
        switch mirror.nasa.day(date)?.media {
        case .picture, .video: try mirror.expectWhole(date)
        case .placeholder: mirror.expectPending(date, "")
        case .embedded, .other, nil: #expect(known.mirror.picture?.kind == .page, "\(date)")
        }
    }

    /// Right answers are no burden, and an accident that ends by itself leaves the rest of the pass to go on.
    ///
    /// Ten days may be under way, and each asks for an original and for what stands in for it. Three of them in vain raise
    /// the doubt, which two pictures and two entries that the server had and two days that are
    /// left decide; up to five days without an entry are asked for again by themselves. A picture that was asked for
    /// before the accident may come after two days in vain, which do not count any more then: with a sanitizer, which makes
    /// what was asked for first take long, that is no rare thing.
    private func mostRequests(_ accident: Accident, _ course: Course) -> Int {
        if Accident.wrongClocks.contains(accident) || course.times != nil { return .max }
        let others = 9, perDay = 2
        let late = Abilities.isForSanitizer && course.after > 0 ? others * 2 * perDay : 0
        let proofs = 4, again = 6
        return (3 + others) * perDay + proofs + again + 2 * perDay + late
    }

    /// Each accident takes one course in a short run, another one than its neighbours; in a long run all. A sanitizer looks
    /// at what runs side by side, which most accidents have in common: it gets every fifth, and so each course twice.
    private static let strikes = Accident.all.filter { !$0.keepsWaiting }.enumerated().flatMap { number, accident in
        let taken = Abilities.isLong ? courses : [courses[number % courses.count]]
        return Abilities.isForSanitizer && number % 5 != 0 ? [] : taken.map { (accident, $0) }
    }

    @Test(arguments: strikes)
    func `nothing of it is booked, and a clean pass heals all`(accident: Accident, course: Course) async throws {
        let mirror = try MirrorUnderTest(Self.days)
        try await mirror.sync(days: Self.known)
        try await strike(mirror, accident, course)
    }

    @Test(arguments: Accident.all.filter(\.keepsWaiting), courses.filter { $0.times == nil })
    func `a server that keeps everybody waiting is given up after two`(
        accident: Accident, course: Course
    ) async throws {
        let mirror = try MirrorUnderTest(Self.days)
        mirror.settings.lowSpeedTime = .seconds(1)
        try await mirror.sync(days: Self.known)
        try await strike(mirror, accident, course)
    }

    private func strike(_ mirror: MirrorUnderTest, _ accident: Accident, _ course: Course) async throws {
        let clock = mirror.clock
        mirror.nasa.setClock(Int(clock.now.seconds))
        let nasa = NASAClock(
            local: { clock.now }, elapsed: { clock.now.seconds - 1_000_000 })
        mirror.nasa.clearRequests()
        mirror.nasa.begin(accident, on: course.part, after: course.after, times: course.times)
        do {
            let refresher = try await mirror.refresher(nasa: nasa)
            _ = try? await refresher.refresh()
        }
        // One record for all is what the API sends: pictures come as ever.
        let asked = accident == .oneRecord ? mirror.entryRequests : mirror.nasa.requests
        let struck = asked.filter(\.isStruck).count
        #expect(struck <= mostRequests(accident, course), "\(struck) requests were struck")
        try expectNothingUntrue(mirror)

        mirror.nasa.endAccidents()
        clock.advance(hours: 7)
        mirror.nasa.setClock(Int(clock.now.seconds))
        mirror.restart()
        let healed = try await mirror.refresher(nasa: nasa)
        let summary = try await healed.refresh(.due(isAsked: true))
        #expect(summary.stopped == nil)
        #expect(Set(mirror.tree.keys) == (try await Self.undisturbed.value))
        for date in mirror.nasa.dates { try expectTrue(date, mirror) }
        try expectNothingUntrue(mirror)
    }
}
