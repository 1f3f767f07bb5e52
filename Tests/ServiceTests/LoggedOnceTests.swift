import Testing

@testable import Service

@Suite("Facts that are logged once") struct LoggedOnceTests {
    private final class Lines {
        var all: [String] = []
    }

    private var logged = LoggedOnce<Int> { "\($0) more are odd" }
    private let lines = Lines()
    private var now = ContinuousClock.now

    /// A pass that finds these, after so many seconds.
    private mutating func find(_ facts: some Sequence<Int>, after seconds: Int = 2) -> Duration? {
        now += .seconds(seconds)
        return logged.log(facts, inOrder: <, at: now, sentence: { "\($0) is odd." }) { [lines] in lines.all.append($0) }
    }

    @Test mutating func `what has stood for two seconds is logged, and that once`() {
        #expect(find([2, 1]) == .seconds(2))
        #expect(lines.all == [])
        #expect(find([2, 1]) == nil)
        #expect(lines.all == ["1 is odd.", "2 is odd."])
        #expect(find([2, 1]) == nil)
        #expect(find([1], after: 1) == nil)
        #expect(lines.all.count == 2)
        // What was put right and went wrong again is news.
        #expect(find([2, 1]) == .seconds(2))
        _ = find([2, 1])
        #expect(lines.all == ["1 is odd.", "2 is odd.", "2 is odd."])
    }

    @Test func `facts of one hash are several facts`() {
        struct Alike: Hashable {
            let name: String

            func hash(into hasher: inout Hasher) {}
        }
        var logged = LoggedOnce<Alike> { "\($0) more are odd" }
        var lines: [String] = []
        for seconds in [0, 2] {
            _ = logged.log(
                [Alike(name: "a"), Alike(name: "b")], inOrder: { $0.name < $1.name }, at: now + .seconds(seconds),
                sentence: \.name, write: { lines.append($0) })
        }
        #expect(lines == ["a", "b"])
    }

    @Test mutating func `of thousands the first are named and the rest are counted`() {
        _ = find(1...30_000)
        _ = find(1...30_000)
        #expect(lines.all == ["1 is odd. 2 is odd. 3 is odd. 29997 more are odd; apod-mirror status counts them."])
        _ = find(1...30_000)
        #expect(lines.all.count == 1)
    }

    @Test mutating func `what an hour has no more lines for is counted in one at least`() {
        for last in [20, 39, 30_000, 30_001] {
            _ = find(1...last)
            _ = find(1...last)
        }
        #expect(lines.all.count == 40)
        let rest = "29958 more are odd; apod-mirror status counts them."
        #expect(lines.all.last == "40 is odd. 41 is odd. 42 is odd. \(rest)")
    }

    /// One at a time, for a day.
    @Test mutating func `whatever comes one after the other, an hour has so many lines`() {
        for last in 1...(86_400 / 4) { _ = find((last - 5)...last, after: 4) }
        #expect(lines.all.count <= 24 * LoggedOnce<Int>.mostInHour + 24)
        #expect(lines.all.contains { $0.hasPrefix("Since then ") && $0.hasSuffix("; apod-mirror status counts them.") })
    }
}
