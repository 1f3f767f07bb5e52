import Testing

@testable import Settings

@Suite("Troubles that stand") struct TroublesTests {
    @Test func `a trouble is news when it begins, and again after it was over`() {
        let troubles = Troubles()
        #expect(troubles.meet("The disk is full."))
        #expect(!troubles.meet("The disk is full."))
        troubles.endRound()
        #expect(!troubles.meet("The disk is full.") && troubles.meet("The tree is closed."))
        troubles.endRound()
        #expect(!troubles.meet("The tree is closed."))
        troubles.endRound()
        #expect(troubles.meet("The disk is full."))
        troubles.endRound()
        troubles.endRound()
        #expect(troubles.meet("The disk is full.") && troubles.meet("The tree is closed."))
    }
}
