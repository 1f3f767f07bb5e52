import Testing

@testable import Days

/// A map of days is a dictionary that is quickly copied, and nothing else.
@Suite struct DayMapTests {
    @Test func `it holds what a dictionary holds, and copies stay as they were`() {
        var (map, dictionary): (DayMap<Int>, [Day: Int]) = ([:], [:])
        var copies: [(DayMap<Int>, [Day: Int])] = []
        for step in 0..<2_000 {
            // Also days before 1970, and as often taken away as noted.
            let day = Day(number: Int.random(in: -100...100))
            let value = Bool.random() ? step : nil
            map[day] = value
            dictionary[day] = value
            #expect(map[day] == value)
            if step.isMultiple(of: 100) { copies.append((map, dictionary)) }
        }
        for (map, dictionary) in copies + [(map, dictionary)] {
            #expect(Dictionary(uniqueKeysWithValues: map.map { ($0.key, $0.value) }) == dictionary)
            #expect(map.keys.sorted() == dictionary.keys.sorted())
            #expect(map.values.sorted() == dictionary.values.sorted())
            #expect(map.count == dictionary.count)
            #expect(map.isEmpty == dictionary.isEmpty)
        }
        for day in dictionary.keys { map[day] = nil }
        #expect(map == [:] && map.isEmpty && map.count == 0)
    }
}
