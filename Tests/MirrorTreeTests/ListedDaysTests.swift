import Days
import TestSupport
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree

@Suite("The days of a tree")
struct ListedDaysTests {
    private typealias Names = ListedDays.Names

    /// The same as a dictionary, whatever is put in and taken out.
    @Test func `says what was said of each day`() {
        var random = Dice(seed: 11)
        var (listed, expected) = (ListedDays(), [Day: Names]())
        let titles = ["", " M31", " Å e\u{301} 天 🌌", String(repeating: " long", count: 49)]
        for _ in 0..<3_000 {
            let day = Day.of("2024-01-20").advanced(by: Int.random(in: 0..<90, using: &random))
            if Int.random(in: 0..<4, using: &random) == 0 {
                (listed[day], expected[day]) = (nil, nil)
            } else {
                let files = titles.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random))
                let names = Names(
                    hasMetadata: Bool.random(using: &random), files: files.map { "\(day)\($0)" })
                (listed[day], expected[day]) = (names, names == Names() ? nil : names)
            }
            #expect(listed[day] == expected[day])
        }
        let days = expected.keys.sorted()
        #expect(listed.keys == days && listed.count == days.count && !listed.isEmpty)
        #expect(days.allSatisfy { listed[$0] == expected[$0] })
        let told = days.filter { expected[$0]?.hasMetadata == true }
        let hasFile = { (day: Day) in expected[day]?.files.isEmpty == false }
        #expect(listed.withMetadata == told && listed.span == told[0]...told[told.count - 1])
        #expect(listed.present == told.filter(hasFile) && listed.withoutMetadata == days.filter { !told.contains($0) })
    }

    @Test func `two are alike when they say the same, and tell their differences`() {
        let (january, march) = (Day.of("2024-01-31"), Day.of("2024-03-01"))
        var (one, other) = (ListedDays(), ListedDays())
        let files = ["\(january) a", "\(january) b"]
        one[january] = Names(hasMetadata: true, files: files)
        other[march] = Names(hasMetadata: true)
        one.add(month: "2024-03", of: other)
        #expect(one.differences(to: other) == [january] && other.differences(to: one) == [january])
        other[january] = Names(hasMetadata: true, files: files)
        #expect(one == other && one.differences(to: other).isEmpty)
        other[january]?.files.removeAll { $0 == files[1] }
        #expect(one.differences(to: other) == [january])
        other[january] = nil
        other[march] = nil
        #expect(other == ListedDays() && other.isEmpty)
        #expect(ListedDays().span == nil)
    }
}
