import Days
import Testing

@testable import MirrorTestSupport
@testable import Serving

@Suite struct RandomDaysTests {
    private static let first = Day.of("1995-06-16")

    @Test(arguments: [1, 2, 3, 4, 5, 63, 64, 65, 366, 11_387])
    func `each day of the range comes once`(count: Int) {
        let days = Self.first...Self.first.advanced(by: count - 1)
        for seed in [0, 1, .max, .random(in: .min ... .max)] as [UInt64] {
            let drawn = Array(RandomDays(days, seed: seed))
            #expect(drawn.count == count && Set(drawn).count == count && drawn.allSatisfy(days.contains), "\(seed)")
        }
    }

    @Test func `every day has its turn among the first hundred`() {
        let days = Self.first...Self.first.advanced(by: 999)
        var turns: [Day: Int] = [:]
        for seed in 0..<5_000 as Range<UInt64> {
            for day in RandomDays(days, seed: seed).prefix(100) { turns[day, default: 0] += 1 }
        }
        // Five hundred each on the average, with a deviation of 21.
        #expect(turns.count == 1_000)
        #expect(turns.values.allSatisfy { (380...620).contains($0) }, "\(turns.values.sorted())")
    }
}
