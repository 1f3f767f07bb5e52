import Days
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree

@Suite("The daemon's own look for damage") struct CheckupStateTests {
    private static let month = 30 * 86_400
    private let now = Timestamp(seconds: 1_800_000_000)

    @Test func `the first comes a while after the mirror was first kept`() {
        #expect(CheckupState(ended: now).due(Self.month, now: now) == now + Self.month)
        #expect(CheckupState(ended: now + -40 * 86_400).due(Self.month, now: now) < now)
    }

    @Test func `one that was cut short goes on at once`() {
        #expect(CheckupState(ended: now, next: .of("2026-11-01")).due(Self.month, now: now) == now)
    }

    @Test func `a clock that was wrong puts none off for years`() {
        #expect(CheckupState(ended: now + 900 * 86_400).due(Self.month, now: now) == now + Self.month)
    }
}
