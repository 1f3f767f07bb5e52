package import Days
internal import Folder

/// The files of each day in the tree, month by month. A daemon holds thirty years of them in memory, so a month is a
/// few bits for each day and the bytes of its names, made into texts only when asked for.
package struct ListedDays: Equatable, Sendable {
    private var months: [Int: Month] = [:]

    /// The files of one day.
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

    init(ofMonth days: [Day: Names]) {
        guard let day = days.keys.first else { return }
        months[day.place.month] = Month(days)
    }

    package subscript(day: Day) -> Names? {
        get {
            let place = day.place
            guard let month = months[place.month], month.known.contains(place.day) else { return nil }
            return Names(hasMetadata: month.metadata.contains(place.day), files: month.files(of: place.day))
        }
        set {
            let month = day.place.month
            var days: [Day: Names] = [:]
            for known in months[month]?.known.days(of: month) ?? [] { days[known] = self[known] }
            days[day] = newValue
            months[month] = days.isEmpty ? nil : Month(days)
        }
    }

    /// Takes in the days of other months.
    mutating func add(_ others: ListedDays) {
        months.merge(others.months) { $1 }
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

    private static func number(of month: String) -> Int? { Day("\(month)-01")?.place.month }

    package var isEmpty: Bool { months.isEmpty }

    package var count: Int { months.values.reduce(0) { $0 + $1.known.count } }

    /// All days, oldest first.
    package var keys: [Day] { days(\.known) }

    /// The days that NASA has told of, oldest first.
    package var withMetadata: [Day] { days(\.metadata) }

    /// The days that have both their metadata and a file, oldest first.
    package var present: [Day] { days(\.present) }

    /// The days that have a file and no metadata, oldest first.
    package var withoutMetadata: [Day] { days { $0.withFile.subtracting($0.metadata) } }

    /// The days that have their metadata and no file, oldest first.
    var withoutFile: [Day] { days { $0.metadata.subtracting($0.withFile) } }

    func isPresent(_ day: Day) -> Bool {
        let place = day.place
        return months[place.month]?.present.contains(place.day) ?? false
    }

    /// The newest day that has both its metadata and a file.
    package var newestPresent: Day? {
        let month = months.lazy.filter { $0.value.present.count > 0 }.max { $0.key < $1.key }
        return month.flatMap { $0.value.present.days(of: $0.key).last }
    }

    /// The range from the oldest to the newest day that NASA has told of.
    package var span: ClosedRange<Day>? {
        let months = months.filter { $0.value.metadata.count > 0 }
        guard let first = months.min(by: { $0.key < $1.key }), let last = months.max(by: { $0.key < $1.key }),
            let oldest = first.value.metadata.days(of: first.key).first,
            let newest = last.value.metadata.days(of: last.key).last
        else { return nil }
        return oldest...newest
    }

    package func hasMetadata(_ day: Day) -> Bool {
        let place = day.place
        return months[place.month]?.metadata.contains(place.day) ?? false
    }

    /// The days of one month that have both their metadata and a file, oldest first.
    package func present(inMonth month: String) -> [Day] {
        guard let number = Self.number(of: month) else { return [] }
        return months[number]?.present.days(of: number) ?? []
    }

    /// The days on which both differ.
    package func differences(to others: ListedDays) -> Set<Day> {
        var different: Set<Day> = []
        for number in Set(months.keys).union(others.months.keys) where months[number] != others.months[number] {
            let known = [months[number], others.months[number]].flatMap { $0?.known.days(of: number) ?? [] }
            different.formUnion(known.filter { self[$0] != others[$0] })
        }
        return different
    }

    // MARK: - As bytes

    /// A month as it is held: a bit for each day that has its metadata, and the names of its files.
    package func bytes(ofMonth month: String) -> (metadata: UInt32, names: [UInt8]) {
        guard let month = Self.number(of: month).flatMap({ months[$0] }) else { return (0, []) }
        return (month.metadata.bits, month.names)
    }

    /// Reads a month that ``bytes(ofMonth:)`` gave; `nil` when the bytes can be no month's.
    init?(month: String, metadata: UInt32, names: [UInt8]) {
        guard let number = Self.number(of: month) else { return nil }
        guard let month = Month(number, metadata, names) else { return nil }
        if month.known.count > 0 { months[number] = month }
    }

    private func days(_ chosen: (Month) -> DaysOfMonth) -> [Day] {
        months.keys.sorted().flatMap { number in months[number].map { chosen($0).days(of: number) } ?? [] }
    }
}

private struct Month: Equatable, Sendable {
    private(set) var known = DaysOfMonth()
    private(set) var metadata = DaysOfMonth()
    private(set) var withFile = DaysOfMonth()
    /// The day of the month, the name's length and the name of each file, in the order of the days.
    private(set) var names: [UInt8] = []

    var present: DaysOfMonth { metadata.intersection(withFile) }

    init(_ days: [Day: ListedDays.Names]) {
        var names: [UInt8] = []
        for (day, listed) in days.sorted(by: { $0.key < $1.key }) {
            let (_, number) = day.place
            known.insert(number)
            if listed.hasMetadata { metadata.insert(number) }
            for file in listed.files where file.utf8.count <= UInt8.max {
                withFile.insert(number)
                names += [UInt8(number), UInt8(file.utf8.count)]
                names += file.utf8
            }
        }
        // A copy has none of the spare capacity that an array keeps after growing.
        self.names = Array(names[...])
    }

    init?(_ month: Int, _ metadata: UInt32, _ names: [UInt8]) {
        self.metadata = DaysOfMonth(bits: metadata)
        var offset = 0
        while offset < names.count {
            guard offset + 1 < names.count else { return nil }
            let (number, start) = (Int(names[offset]), offset + 2)
            let end = start + Int(names[offset + 1])
            // The names become paths, so they are checked although the file is the mirror's own.
            guard end <= names.count, let day = Listing.day(of: FilePath(bytes: Array(names[start..<end]))),
                day.place == (month, number)
            else { return nil }
            withFile.insert(number)
            offset = end
        }
        known = self.metadata.union(withFile)
        guard known.days(of: month).count == known.count else { return nil }
        self.names = names
    }

    /// - Parameter asked: the day of the month.
    // The optimiser of Swift 6.3.1 stops when this function is inlined into the code that gives links back.
    @inline(never)
    func files(of asked: Int) -> [String] {
        guard withFile.contains(asked) else { return [] }
        var files: [String] = []
        var offset = 0
        while offset < names.count {
            let (number, end) = (Int(names[offset]), offset + 2 + Int(names[offset + 1]))
            if number == asked { files.append(String(decoding: names[offset + 2..<end], as: UTF8.self)) }
            offset = end
        }
        return files
    }
}

/// A bit for each day of a month.
private struct DaysOfMonth: Equatable, Sendable {
    private(set) var bits: UInt32 = 0

    init(bits: UInt32 = 0) { self.bits = bits }

    var count: Int { bits.nonzeroBitCount }

    func contains(_ day: Int) -> Bool { bits & 1 << day != 0 }

    mutating func insert(_ day: Int) { bits |= 1 << day }

    func intersection(_ other: DaysOfMonth) -> DaysOfMonth { DaysOfMonth(bits: bits & other.bits) }

    func union(_ other: DaysOfMonth) -> DaysOfMonth { DaysOfMonth(bits: bits | other.bits) }

    func subtracting(_ other: DaysOfMonth) -> DaysOfMonth { DaysOfMonth(bits: bits & ~other.bits) }

    func days(of month: Int) -> [Day] {
        (1...31).compactMap { number in
            bits & 1 << number == 0 ? nil : Day(year: month / 12, month: month % 12 + 1, day: number)
        }
    }
}

extension Day {
    /// Months since the year 0, and the day of the month.
    fileprivate var place: (month: Int, day: Int) {
        let (year, month, day) = parts
        return (year * 12 + month - 1, day)
    }
}
