import TestSupport
import Testing

/// Every row of the design's table, by the means that people and file managers have.
@Suite(.needsBinary, .needs(tool: "jq")) struct GestureTests {
    @Test(.enabled(if: Gesture.canTrash, "needs gio, of libglib2.0-bin, which trashes as file managers do"))
    func `what is trashed is among them`() {
        #expect(Gesture.all.contains { $0.act.hasPrefix("gio ") })
    }

    /// Each gesture is made once, while the keeper runs or while it is down in turn, and both with `Tests/run --long`.
    private static let whileRunning = everyOther(from: 0)
    private static let whileDown = everyOther(from: 1)

    private static func everyOther(from first: Int) -> [Gesture] {
        Gesture.all.enumerated().filter { Abilities.isLong || $0.offset % 2 == first }.map(\.element)
    }

    @Test(arguments: whileRunning) func `a gesture is understood while the keeper runs`(gesture: Gesture) async throws {
        try await Slots.keepers.taking { try await GestureRun(gesture).perform(whileDown: false) }
    }

    @Test(arguments: whileDown) func `a gesture made while it is down is understood when it starts`(
        gesture: Gesture
    ) async throws {
        try await Slots.keepers.taking { try await GestureRun(gesture).perform(whileDown: true) }
    }
}
