package import Days

/// The files of each day in the tree. Two listings share the memory of the months that they have in common.
package struct ListedDays: Equatable, Sendable {
    /// No month is without a day.
    private var months: [String: [Day: Names]] = [:]

    /// The files of one day, which has its metadata, a file, or both.
    package struct Names: Equatable, Sendable {
        package var hasMetadata = false
        /// The names of the day's files: usually one, two after a crash between two names of one picture.
        package var files: [String] = []

        package init(hasMetadata: Bool = false, files: [String] = []) {
            self.hasMetadata = hasMetadata
            self.files = files
        }

        package var isPresent: Bool { hasMetadata && !files.isEmpty }

        /// The name of the file that stands for the day; of two, the one that the JSON names.
        package func file(by metadata: @autoclosure () -> Metadata?) -> String? {
            files.count == 1 ? files[0] : metadata()?.visibleName
        }
    }

    package init() {}

    package subscript(day: Day) -> Names? {
        get { months[day.month]?[day] }
        set {
            var days = self[month: day.month]
            days[day] = newValue == Names() ? nil : newValue
            self[month: day.month] = days
        }
    }

    /// All days of one month.
    package subscript(month month: String) -> [Day: Names] {
        get { months[month] ?? [:] }
        set { months[month] = newValue.isEmpty ? nil : newValue }
    }

    /// Whether both say the same of every month of a year.
    package func saysTheSame(ofYear year: String, as others: ListedDays) -> Bool {
        Day.months(ofYear: year).allSatisfy { self[month: $0] == others[month: $0] }
    }

    package var isEmpty: Bool { months.isEmpty }

    package var count: Int { keys.count }

    /// All days, oldest first.
    package var keys: [Day] { days { _ in true } }

    /// The days that NASA has told of, oldest first.
    package var withMetadata: [Day] { days(where: \.hasMetadata) }

    /// The days that have both their metadata and a file, oldest first.
    package var present: [Day] { days(where: \.isPresent) }

    /// The days that have a file and no metadata, oldest first.
    package var withoutMetadata: [Day] { days { !$0.hasMetadata } }

    package func hasMetadata(_ day: Day) -> Bool { self[day]?.hasMetadata == true }

    /// The range from the oldest to the newest day that NASA has told of.
    package var span: ClosedRange<Day>? {
        let days = withMetadata
        guard let oldest = days.first, let newest = days.last else { return nil }
        return oldest...newest
    }

    /// The days of one month that have both their metadata and a file, oldest first.
    package func present(inMonth month: String) -> [Day] { days(in: month, where: \.isPresent) }

    /// The days on which both differ.
    package func differences(to others: ListedDays) -> Set<Day> {
        Set(keys + others.keys).filter { self[$0] != others[$0] }
    }

    func days(where isChosen: (Names) -> Bool) -> [Day] {
        months.keys.sorted().flatMap { days(in: $0, where: isChosen) }
    }

    private func days(in month: String, where isChosen: (Names) -> Bool) -> [Day] {
        self[month: month].compactMap { isChosen($1) ? $0 : nil }.sorted()
    }
}
