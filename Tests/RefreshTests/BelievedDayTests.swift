import Testing

@testable import MirrorTree
@testable import Refresh

@Suite struct BelievedDayTests {
    private typealias Sums = HeldSums.DaySums

    @Test(
        arguments: [
            ([], 2, .nothing), (["a"], 2, .unproved), (["a"], 1, .sum("a")), (["a", "b"], 1, .unproved),
            (["a", "b"], 2, .unproved), (["a", "a"], 2, .sum("a")), (["a", "b", "a"], 2, .sum("a")),
            (["a", "b", "b", "a"], 2, .unproved), (["b", "a", "b", "a", "a"], 2, .sum("a")),
        ] as [([String], Int, BelievedDay.Belief)])
    func `a sum is believed that enough witnesses say, and more than say any other`(
        said: [String], enough: Int, belief: BelievedDay.Belief
    ) {
        let believed = BelievedDay(own: nil, others: said.map { Sums(picture: $0, record: $0) }, enough: enough)
        #expect(believed.picture == belief)
        #expect(believed.record == belief)
    }

    @Test func `the day's own JSON is believed against all others`() {
        let others = [Sums(picture: "b", record: "b"), Sums(picture: "b", record: "b")]
        let believed = BelievedDay(own: Sums(picture: "a", record: "a"), others: others, enough: 2)
        #expect(believed.picture == .sum("a"))
        #expect(believed.record == .sum("a"))
    }

    @Test func `others may know the picture of a day that waits for one, and not its words`() {
        let others = [Sums(picture: "b", record: "b"), Sums(picture: "b", record: "b")]
        let believed = BelievedDay(own: Sums(), others: others, enough: 2)
        #expect(believed.picture == .sum("b"))
        #expect(believed.record == .nothing)
    }
}
