package import Days
internal import Folder

/// What stands in the tree under each day, month by month. A daemon holds thirty years of it for years, so a month is a few
/// bits for each day and the names one after another, and no name is a text until somebody asks for it.
package struct ListedDays: Equatable, Sendable {
    private var months: [Int: Month] = [:]

    /// What stands there under one day.
    package struct Names: Equatable, Sendable {
        package var hasMetadata = false
        /// Usually one; two after a crash between two names of one picture.
        package var files: [String] = []

        package init(hasMetadata: Bool = false, files: [String] = []) {
            self.hasMetadata = hasMetadata
            self.files = files
        }

        /// The one that stands for the day. Of two, the JSON knows which.
        package func file(by metadata: @autoclosure () -> Metadata?) -> String? {
            files.count == 1 ? files[0] : metadata()?.visibleName
        }
    }

    package init() {}

    /// The days of one month.
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

    /// Whether the same is said of a month there.
    package func saysTheSame(ofMonth month: String, as others: ListedDays) -> Bool {
        guard let number = Self.number(of: month) else { return false }
        return months[number] == others.months[number]
    }

    /// Whether the same is said of all months of a year there.
    package func saysTheSame(ofYear year: String, as others: ListedDays) -> Bool {
        Day.months(ofYear: year).allSatisfy { saysTheSame(ofMonth: $0, as: others) }
    }

    private static func number(of month: String) -> Int? { Day("\(month)-01")?.place.month }

    package var isEmpty: Bool { months.isEmpty }

    package var count: Int { months.values.reduce(0) { $0 + $1.known.count } }

    /// All of them, in their order.
    package var keys: [Day] { days(\.known) }

    /// Those that NASA has told of, in their order.
    package var withMetadata: [Day] { days(\.metadata) }

    /// Those that have both their metadata and a file, in their order.
    package var present: [Day] { days(\.present) }

    /// Those that have their metadata and no file, in their order.
    var withoutFile: [Day] { days { $0.metadata.subtracting($0.withFile) } }

    func isPresent(_ day: Day) -> Bool {
        let place = day.place
        return months[place.month]?.present.contains(place.day) ?? false
    }

    /// The newest that has both its metadata and a file.
    package var newestPresent: Day? {
        let month = months.lazy.filter { $0.value.present.count > 0 }.max { $0.key < $1.key }
        return month.flatMap { $0.value.present.days(of: $0.key).last }
    }

    /// From the oldest to the newest day that NASA has told of.
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

    /// As ``present``, of one month.
    package func present(inMonth month: String) -> [Day] {
        guard let number = Self.number(of: month) else { return [] }
        return months[number]?.present.days(of: number) ?? []
    }

    /// The days of which something else is said here than there.
    package func differences(to others: ListedDays) -> Set<Day> {
        var different: Set<Day> = []
        for number in Set(months.keys).union(others.months.keys) where months[number] != others.months[number] {
            let known = [months[number], others.months[number]].flatMap { $0?.known.days(of: number) ?? [] }
            different.formUnion(known.filter { self[$0] != others[$0] })
        }
        return different
    }

    // MARK: - As bytes

    /// A month: a bit for each day that has its metadata, then its files' names, as they are held.
    package func bytes(ofMonth month: String) -> (metadata: UInt32, names: [UInt8]) {
        guard let month = Self.number(of: month).flatMap({ months[$0] }) else { return (0, []) }
        return (month.metadata.bits, month.names)
    }

    /// `nil` for what no month can be.
    init?(month: String, metadata: UInt32, names: [UInt8]) {
        guard let number = Self.number(of: month) else { return nil }
        guard let month = Month(number, metadata, names) else { return nil }
        if month.known.count > 0 { months[number] = month }
    }

    private func days(_ chosen: (Month) -> DaysOfMonth) -> [Day] {
        months.keys.sorted().flatMap { number in months[number].map { chosen($0).days(of: number) } ?? [] }
    }
}

/// One month of them.
private struct Month: Equatable, Sendable {
    private(set) var known = DaysOfMonth()
    private(set) var metadata = DaysOfMonth()
    private(set) var withFile = DaysOfMonth()
    /// Of each file the day of the month, the name's length and the name, in the order of the days.
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
        // Without the room that an array that grew keeps for more.
        self.names = Array(names[...])
    }

    init?(_ month: Int, _ metadata: UInt32, _ names: [UInt8]) {
        self.metadata = DaysOfMonth(bits: metadata)
        var offset = 0
        while offset < names.count {
            guard offset + 1 < names.count else { return nil }
            let (number, start) = (Int(names[offset]), offset + 2)
            let end = start + Int(names[offset + 1])
            // The file is ours to write, but its names become paths.
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
    // Inlined into what gives links back, it stops the optimiser of Swift 6.3.1.
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
