import Belief
import Days
import SampleNASA
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport

/// Posts of NASA's that are filed under the date of another day, while their own pages name the right one.
@Suite("Posts under wrong dates")
struct WrongDateTests {
    private static let days = "2026-11-02"..."2026-11-21"
    private static let swapped: Set = ["2026-11-17", "2026-11-18"]

    private func swap(_ mirror: MirrorUnderTest) {
        mirror.nasa.setFault(.filedLate(days: -1), for: .day("2026-11-17"))
        mirror.nasa.setFault(.filedLate(days: 1), for: .day("2026-11-18"))
    }

    private func expectHealed(_ mirror: MirrorUnderTest) async throws {
        mirror.nasa.clearFaults()
        mirror.clock.advance(days: 1)
        mirror.restart()
        try await mirror.sync()
        for date in mirror.nasa.dates {
            if mirror.metadata(date)?.mirror.picture?.kind != .page { try mirror.expectWhole(date) }
            #expect(mirror.metadata(date)?.title == mirror.nasa.day(date)?.title)
        }
        #expect(mirror.disputes == Disputes(), "nothing is held back any more")
        try mirror.expectSoundTree()
    }

    @Test func `two days that were swapped change nothing of what is stored`() async throws {
        let mirror = try MirrorUnderTest(Self.days)
        try await mirror.sync()
        let before = mirror.tree
        swap(mirror)
        for _ in 0..<3 {
            mirror.clock.advance(hours: 7)
            let outcome = try await mirror.sync()
            #expect(outcome.summary.stopped == nil)
            #expect(outcome.summary.disputed == [:] && outcome.summary.corrected == 0)
            #expect(Set(mirror.disputes.refused.keys.map(\.description)) == Self.swapped)
        }
        #expect(
            mirror.disputes.refused[.of("2026-11-18")]
                == "the answer is not to be believed: the address of its article names 2026-11-17")
        #expect(mirror.tree == before)
        // An answer that does not come says nothing of the day.
        let refused = mirror.disputes
        mirror.nasa.setFault(.status(503), for: .entries)
        mirror.clock.advance(hours: 1)
        _ = try? await mirror.sync()
        #expect(mirror.disputes == refused)
        try await expectHealed(mirror)
    }

    @Test func `two days that were swapped are not stored, and say why`() async throws {
        let mirror = try MirrorUnderTest(Self.days)
        swap(mirror)
        let outcome = try await mirror.sync()
        #expect(outcome.summary.stopped == nil)
        #expect(Set(outcome.pending) == Self.swapped)
        #expect(
            outcome.summary.pending[.of("2026-11-18")]
                == "the answer is not to be believed: the address of its article names 2026-11-17")
        for date in mirror.nasa.dates where !Self.swapped.contains(date) { #expect(mirror.files(date).count == 1) }
        for date in Self.swapped { #expect(mirror.files(date) == []) }
        #expect(mirror.disputes == Disputes(), "what is not stored is pending, and not held back")
        try await expectHealed(mirror)
    }
}
