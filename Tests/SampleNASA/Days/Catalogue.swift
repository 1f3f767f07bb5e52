/// All days the server knows, and how far they are published.
struct Catalogue: Sendable {
    private var days: [CalendarDay: SampleDay] = [:]
    /// Every known date in order, published or not.
    private(set) var dates: [CalendarDay] = []
    private(set) var first: CalendarDay
    private(set) var newest: CalendarDay
    private let pictureSize: PictureSize
    private let daysSinceModels: Int
    /// Built when it is first needed after a change.
    private var index: MediaIndex?

    init(_ options: SampleNASA.Options) {
        pictureSize = options.pictureSize
        daysSinceModels = options.daysSinceModels
        let archived = options.archive.map { ($0.day, $0) }.sorted { $0.0 < $1.0 }
        newest = options.last.map(CalendarDay.named) ?? archived.last?.0 ?? .named("2026-11-20")
        first = options.first.map(CalendarDay.named) ?? archived.first?.0 ?? newest.advanced(by: -59)
        for (day, sample) in archived where day >= first {
            var sized = sample
            sized.picture = sample.picture.map { pictureSize.applied(to: $0, like: day) }
            days[day] = sized
        }
        if archived.isEmpty { generate(from: first, through: newest) }
        dates = days.keys.sorted()
    }

    /// The day, if it is published.
    subscript(day: CalendarDay) -> SampleDay? { day <= newest ? days[day] : nil }

    /// Published days in a range, oldest first.
    func published(in range: ClosedRange<CalendarDay>) -> [CalendarDay] {
        let low = position(of: range.lowerBound)
        let high = position(of: min(range.upperBound, newest).advanced(by: 1))
        return low < high ? Array(dates[low..<high]) : []
    }

    mutating func update(_ sample: SampleDay) {
        let day = sample.day
        if days.updateValue(sample, forKey: day) == nil { dates.insert(day, at: position(of: day)) }
        first = min(first, day)
        index = nil
    }

    mutating func remove(_ day: CalendarDay) {
        guard days.removeValue(forKey: day) != nil else { return }
        dates.remove(at: position(of: day))
        index = nil
    }

    /// Days that nobody has given are generated; days after it are held back.
    mutating func publish(through day: CalendarDay) {
        if day > newest { generate(from: newest.advanced(by: 1), through: day) }
        newest = day
        dates = days.keys.sorted()
        index = nil
    }

    mutating func asset(at path: String) -> MediaIndex.Asset? {
        let current = index ?? MediaIndex(dates.compactMap { self[$0] })
        index = current
        return current[path]
    }

    private mutating func generate(from start: CalendarDay, through end: CalendarDay) {
        var day = start
        while day <= end {
            days[day] =
                days[day]
                ?? SampleDay.generated(day, like: day.advanced(by: -daysSinceModels), pictureSize: pictureSize)
            day = day.advanced(by: 1)
        }
    }

    private func position(of day: CalendarDay) -> Int {
        var (low, high) = (0, dates.count)
        while low < high {
            let middle = (low + high) / 2
            if dates[middle] < day { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
