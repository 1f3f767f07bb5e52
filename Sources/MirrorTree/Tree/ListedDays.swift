package import Days

/// The files of each day in the tree. Two listings share the memory of the months that they have in common.
package struct ListedDays: Equatable, Sendable {
    /// By the months since the year 0. No month is without a day.
    private var months: [Int: Month] = [:]

    /// The files of one day, which has its metadata, a file, or both.
    package struct Names: Equatable, Sendable {
        package var hasMetadata = false
        /// The names of the day's files: usually one, two after a crash between two names of one picture.
        package var files: [String] = []

        package init(hasMetadata: Bool = false, files: [String] = []) {
            self.hasMetadata = hasMetadata
            self.files = files
        }

        /// The name of the file that stands for the day; of two, the one that the JSON names.
        package func file(by metadata: @autoclosure () -> Metadata?) -> String? {
            files.count == 1 ? files[0] : metadata()?.visibleName
        }
    }

    package init() {}

    /// - Parameter days: the days of one month.
    init(ofMonth days: [Day: Names]) {
        guard let month = days.keys.first?.place.month else { return }
        var names = [Names?](repeating: nil, count: Month.places.count)
        for (day, listed) in days { names[day.place.index] = listed }
        months[month] = Month(names)
    }

    package subscript(day: Day) -> Names? {
        get {
            let place = day.place
            return months[place.month]?[place.index]
        }
        set {
            let place = day.place
            var names = Month.places.map { months[place.month]?[$0] }
            names[place.index] = newValue
            months[place.month] = Month(names)
        }
    }

    /// Takes in one month of others.
    package mutating func add(month: String, of others: ListedDays) {
        guard let number = Self.number(of: month) else { return }
        months[number] = others.months[number]
    }

    /// Whether both say the same of a month.
    package func saysTheSame(ofMonth month: String, as others: ListedDays) -> Bool {
        guard let number = Self.number(of: month) else { return false }
        return months[number] == others.months[number]
    }

    /// Whether both say the same of every month of a year.
    package func saysTheSame(ofYear year: String, as others: ListedDays) -> Bool {
        Day.months(ofYear: year).allSatisfy { saysTheSame(ofMonth: $0, as: others) }
    }

    package var isEmpty: Bool { months.isEmpty }

    package var count: Int { keys.count }

    /// All days, oldest first.
    package var keys: [Day] { days { $0 || $1 } }

    /// The days that NASA has told of, oldest first.
    package var withMetadata: [Day] { days { hasMetadata, _ in hasMetadata } }

    /// The days that have both their metadata and a file, oldest first.
    package var present: [Day] { days { $0 && $1 } }

    /// The days that have a file and no metadata, oldest first.
    package var withoutMetadata: [Day] { days { !$0 && $1 } }

    /// The days that have their metadata and no file, oldest first.
    var withoutFile: [Day] { days { $0 && !$1 } }

    func isPresent(_ day: Day) -> Bool {
        let place = day.place
        return months[place.month].map { $0.hasMetadata[place.index] && $0.hasFile(place.index) } ?? false
    }

    package func hasMetadata(_ day: Day) -> Bool {
        let place = day.place
        return months[place.month]?.hasMetadata[place.index] ?? false
    }

    /// The newest day that has both its metadata and a file.
    package var newestPresent: Day? { present.last }

    /// The range from the oldest to the newest day that NASA has told of.
    package var span: ClosedRange<Day>? {
        let days = withMetadata
        guard let oldest = days.first, let newest = days.last else { return nil }
        return oldest...newest
    }

    /// The days of one month that have both their metadata and a file, oldest first.
    package func present(inMonth month: String) -> [Day] {
        Self.number(of: month).map { days(in: $0) { $0 && $1 } } ?? []
    }

    /// The days on which both differ.
    package func differences(to others: ListedDays) -> Set<Day> {
        var different: Set<Day> = []
        for number in Set(months.keys).union(others.months.keys) where months[number] != others.months[number] {
            let known = days(in: number) { $0 || $1 } + others.days(in: number) { $0 || $1 }
            different.formUnion(known.filter { self[$0] != others[$0] })
        }
        return different
    }

    private func days(where isChosen: (_ hasMetadata: Bool, _ hasFile: Bool) -> Bool) -> [Day] {
        months.keys.sorted().flatMap { days(in: $0, where: isChosen) }
    }

    private func days(in number: Int, where isChosen: (_ hasMetadata: Bool, _ hasFile: Bool) -> Bool) -> [Day] {
        guard let month = months[number], let first = Day(year: number / 12, month: number % 12 + 1, day: 1) else {
            return []
        }
        return Month.places.filter { isChosen(month.hasMetadata[$0], month.hasFile($0)) }.map(first.advanced)
    }

    private static func number(of month: String) -> Int? { Day("\(month)-01")?.place.month }
}

/// The days of a month. A daemon holds thirty years, so their names are texts only once they are asked for.
private struct Month: Equatable, Sendable {
    static let places = 0..<31

    private(set) var hasMetadata: [Bool] = []
    /// The names of all days in their order, with a slash between those of one day.
    private var names: [UInt8] = []
    /// Where the names of each day end.
    private var ends: [Int32] = []

    /// `nil` for a month without a day.
    init?(_ days: [ListedDays.Names?]) {
        for day in days {
            hasMetadata.append(day?.hasMetadata ?? false)
            names += (day?.files ?? []).joined(separator: "/").utf8
            ends.append(Int32(names.count))
        }
        if names.isEmpty, !hasMetadata.contains(true) { return nil }
        // A copy has none of the spare capacity that an array keeps after growing.
        names = Array(names[...])
    }

    private func range(_ place: Int) -> Range<Int> { (place == 0 ? 0 : Int(ends[place - 1]))..<Int(ends[place]) }

    func hasFile(_ place: Int) -> Bool { !range(place).isEmpty }

    subscript(place: Int) -> ListedDays.Names? {
        guard hasMetadata[place] || hasFile(place) else { return nil }
        let files = names[range(place)].split(separator: UInt8(ascii: "/"))
        return .init(hasMetadata: hasMetadata[place], files: files.map { String(decoding: $0, as: UTF8.self) })
    }
}

extension Day {
    /// Months since the year 0, and days since the month's first.
    fileprivate var place: (month: Int, index: Int) {
        let (year, month, day) = parts
        return (year * 12 + month - 1, day - 1)
    }
}
