package import Days

/// The files of each day in the tree. Two listings share the memory of the months that they have in common.
package struct ListedDays: Equatable, Sendable {
    /// No month is without a day.
    private var months: [String: Month] = [:]

    /// The files of one day, which has its metadata, a file, or both.
    package struct Names: Equatable, Sendable {
        package var hasMetadata = false
        /// The names of the day's files: usually one, two after a crash between two names of one picture.
        package var files: [String] = []

        package init(hasMetadata: Bool = false, files: [String] = []) {
            (self.hasMetadata, self.files) = (hasMetadata, files)
        }

        package var isPresent: Bool { hasMetadata && !files.isEmpty }

        /// The name of the file that stands for the day; of two, the one that the JSON names.
        package func file(by metadata: @autoclosure () -> Metadata?) -> String? {
            files.count == 1 ? files[0] : metadata()?.visibleName
        }
    }

    /// The days of one month, oldest first. Thirty years of them are held while nothing happens, so their names are one
    /// text.
    private struct Month: Equatable, Sendable {
        var withMetadata: [Day] = []
        var withFile: [Day] = []
        /// The names of all files, which begin with their days, in the order of these, each behind a slash.
        var names: [UInt8] = []

        var files: [String] { names.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) } }

        func files(of day: Day) -> [String] {
            var (files, end) = ([String](), 0)
            let start = Array("/\(day)".utf8)
            while let slash = names.offset(of: start, from: end) {
                end = names[(slash + 1)...].firstIndex(of: UInt8(ascii: "/")) ?? names.count
                files.append(String(decoding: names[(slash + 1)..<end], as: UTF8.self))
            }
            return files
        }

        func isOnlyFile(_ name: ArraySlice<UInt8>, of day: Day) -> Bool {
            let start = Array("/\(day)".utf8)
            guard let slash = names.offset(of: start, from: 0), names[(slash + 1)...].starts(with: name) else {
                return false
            }
            let rest = names[(slash + 1 + name.count)...]
            return rest.isEmpty || rest.first == UInt8(ascii: "/") && !rest.starts(with: start)
        }

        var present: [Day] { withMetadata == withFile ? withFile : withMetadata.filter(withFile.contains) }
    }

    package init() {}

    package subscript(day: Day) -> Names? {
        get {
            guard let month = months[day.month] else { return nil }
            let names = Names(hasMetadata: month.withMetadata.contains(day), files: month.files(of: day))
            return names == Names() ? nil : names
        }
        set {
            var days = self[month: day.month]
            days[day] = newValue == Names() ? nil : newValue
            self[month: day.month] = days
        }
    }

    package subscript(month name: String) -> [Day: Names] {
        get {
            var days: [Day: Names] = [:]
            for day in months[name]?.withMetadata ?? [] { days[day, default: Names()].hasMetadata = true }
            for file in files(inMonth: name) {
                if let day = Day(file.utf8.prefix(10)) { days[day, default: Names()].files.append(file) }
            }
            return days
        }
        set {
            let days = newValue.sorted { $0.key < $1.key }
            let month = Month(
                withMetadata: days.filter(\.value.hasMetadata).map(\.key),
                withFile: days.filter { !$0.value.files.isEmpty }.map(\.key),
                names: days.flatMap { $0.value.files.flatMap { [UInt8(ascii: "/")] + $0.utf8 } })
            months[name] = days.isEmpty ? nil : month
        }
    }

    /// Takes in one month of others.
    package mutating func add(month: String, of others: ListedDays) {
        months[month] = others.months[month]
    }

    package func saysTheSame(ofMonth month: String, as others: ListedDays) -> Bool {
        months[month] == others.months[month]
    }

    package var isEmpty: Bool { months.isEmpty }

    package var count: Int { keys.count }

    /// All days, oldest first.
    package var keys: [Day] { days { Set($0.withMetadata + $0.withFile).sorted() } }

    /// The days that NASA has told of, oldest first.
    package var withMetadata: [Day] { days(\.withMetadata) }

    /// The days that have both their metadata and a file, oldest first.
    package var present: [Day] { days(\.present) }

    /// The days that have a file and no metadata, oldest first.
    package var withoutMetadata: [Day] { days { month in month.withFile.filter { !month.withMetadata.contains($0) } } }

    /// The days that have their metadata and no file, oldest first: the only ones whose JSON must be read to know their state.
    var withoutFile: [Day] { days { month in month.withMetadata.filter { !month.withFile.contains($0) } } }

    private func days(_ chosen: (Month) -> [Day]) -> [Day] {
        months.sorted { $0.key < $1.key }.flatMap { chosen($0.value) }
    }

    package func hasMetadata(_ day: Day) -> Bool { months[day.month]?.withMetadata.contains(day) == true }

    func isPresent(_ day: Day) -> Bool { months[day.month]?.present.contains(day) == true }

    /// Whether NASA has told of the day, and it has one file, of that name.
    package func isOnlyFile(_ name: ArraySlice<UInt8>, of day: Day) -> Bool {
        months[day.month].map { $0.withMetadata.contains(day) && $0.isOnlyFile(name, of: day) } ?? false
    }

    /// The range from the oldest to the newest day that NASA has told of.
    package var span: ClosedRange<Day>? {
        let days = withMetadata
        guard let oldest = days.first, let newest = days.last else { return nil }
        return oldest...newest
    }

    /// The days of one month that have both their metadata and a file, oldest first.
    package func present(inMonth month: String) -> [Day] { months[month]?.present ?? [] }

    package func files(inMonth month: String) -> [String] { months[month]?.files ?? [] }

    /// The days on which both differ.
    package func differences(to others: ListedDays) -> Set<Day> {
        var different: Set<Day> = []
        for month in Set(months.keys).union(others.months.keys) where months[month] != others.months[month] {
            let (ours, theirs) = (self[month: month], others[month: month])
            different.formUnion(Set(ours.keys).union(theirs.keys).filter { ours[$0] != theirs[$0] })
        }
        return different
    }
}
