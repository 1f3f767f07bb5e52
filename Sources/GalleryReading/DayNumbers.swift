package import Days

/// Some numbers for each of many days, in three plain lists: thirty years of them cost neither an allocation each nor the
/// reading of a text.
package struct DayNumbers: Equatable, Sendable {
    /// The numbers of the days, ascending.
    package private(set) var days: [Int32] = []
    /// The end of each day's values.
    private var ends: [Int32] = []
    package private(set) var values: [Int32] = []

    package init() {}

    func contains(_ day: Day) -> Bool { place(of: Int32(day.number)) != nil }

    subscript(day: Day) -> ArraySlice<Int32> { self[number: Int32(day.number)] }

    /// A key need not be a day: the numbers of words are keys, too.
    package subscript(number number: Int32) -> ArraySlice<Int32> {
        place(of: number).map { values[range(at: $0)] } ?? []
    }

    /// The range in `values` of the day at a place in `days`.
    func range(at place: Int) -> Range<Int> {
        Int(place == 0 ? 0 : ends[place - 1])..<Int(ends[place])
    }

    /// Appends a day later than all others.
    package mutating func append(_ day: Int32, _ values: some Sequence<Int32>) {
        days.append(day)
        self.values += values
        ends.append(Int32(self.values.count))
    }

    /// Inserts, replaces or (for `nil`) removes days.
    mutating func merge(_ changes: [Day: [Int32]?]) {
        if changes.isEmpty { return }
        var merged = DayNumbers()
        var coming = changes.map { (day: Int32($0.key.number), values: $0.value) }.sorted { $0.day < $1.day }[...]
        for place in days.indices {
            while let next = coming.first, next.day < days[place] {
                if let values = next.values { merged.append(next.day, values) }
                coming.removeFirst()
            }
            if coming.first?.day == days[place] {
                if let values = coming.removeFirst().values { merged.append(days[place], values) }
            } else {
                merged.append(days[place], values[range(at: place)])
            }
        }
        for (day, values) in coming { if let values { merged.append(day, values) } }
        self = merged
    }

    /// The days whose values differ, or that only one of the two lists has.
    package func differences(from other: DayNumbers) -> Set<Day> {
        var different: Set<Day> = []
        var (here, there) = (0, 0)
        while here < days.count || there < other.days.count {
            let day = min(here < days.count ? days[here] : .max, there < other.days.count ? other.days[there] : .max)
            let isHere = here < days.count && days[here] == day
            let isThere = there < other.days.count && other.days[there] == day
            let isSame =
                isHere && isThere && values[range(at: here)].elementsEqual(other.values[other.range(at: there)])
            if !isSame { different.insert(Day(number: Int(day))) }
            if isHere { here += 1 }
            if isThere { there += 1 }
        }
        return different
    }

    /// The reverse mapping: for each day of the list, the days that have it among their values.
    var reversed: DayNumbers {
        // The number of days with each value; summed up, the ends of their ranges.
        var ends = [Int32](repeating: 0, count: days.count)
        let places = values.map(place)
        for case let place? in places { ends[place] += 1 }
        for place in ends.indices.dropFirst() { ends[place] += ends[place - 1] }
        var reversed = DayNumbers()
        reversed.days = days
        reversed.ends = ends
        reversed.values = [Int32](repeating: 0, count: Int(ends.last ?? 0))
        var next = [0] + ends.dropLast()
        for place in days.indices {
            for value in range(at: place) {
                guard let row = places[value] else { continue }
                reversed.values[Int(next[row])] = days[place]
                next[row] += 1
            }
        }
        return reversed
    }

    /// The index of a day in `days`.
    func place(of day: Int32) -> Int? {
        var (low, high) = (0, days.count)
        while low < high {
            let middle = (low + high) / 2
            if days[middle] < day { low = middle + 1 } else { high = middle }
        }
        return low < days.count && days[low] == day ? low : nil
    }
}

extension DayNumbers {
    var numbers: [Int32] { [Int32(days.count)] + days + ends + [Int32(values.count)] + values }

    /// Removes a list from the front of the numbers; `nil` for an invalid one.
    init?(_ numbers: inout ArraySlice<Int32>) {
        func take() -> [Int32]? {
            guard let count = numbers.popFirst(), count >= 0, count <= numbers.count else { return nil }
            defer { numbers = numbers.dropFirst(Int(count)) }
            return Array(numbers.prefix(Int(count)))
        }
        guard let days = take(), numbers.count >= days.count else { return nil }
        ends = Array(numbers.prefix(days.count))
        numbers = numbers.dropFirst(days.count)
        guard let values = take(), (ends.last ?? 0) == values.count, ends.first ?? 0 >= 0,
            zip(ends, ends.dropFirst()).allSatisfy({ $0 <= $1 }), zip(days, days.dropFirst()).allSatisfy({ $0 < $1 })
        else { return nil }
        (self.days, self.values) = (days, values)
    }
}
