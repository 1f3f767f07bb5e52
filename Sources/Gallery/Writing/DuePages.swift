internal import Days
package import MirrorTree

/// The pages that events have made out of date.
package struct DuePages: Equatable, Sendable {
    /// Months such as `2026-11`; the data of their year goes with them.
    private(set) var months: Set<String> = []
    /// Days whose data is due and whose page is not: only the data names similar days.
    private(set) var data: Set<Day> = []
    /// Whether the first page is due; it tells of all the others, so it goes with each of them.
    private(set) var isOverviewDue = false
    /// Whether the script with all favorites is due.
    private(set) var areFavoritesDue = false
    /// Months of days that became favorites, or ended to be ones: of all that is made of such a day, only the sidecar beside
    /// its picture says so.
    private(set) var monthsOfFavorites: Set<String> = []
    /// Whether missing pages are due; the writer finds out which.
    private(set) var areMissingDue = false

    static let overview: DuePages = {
        var due = DuePages()
        due.isOverviewDue = true
        return due
    }()

    static let favorites = DuePages(favorites: [])

    static let missing: DuePages = {
        var due = DuePages()
        due.areMissingDue = true
        return due
    }()

    init() {}

    package init(everythingIn listing: Listing) {
        months = listing.months
        isOverviewDue = true
    }

    init(months: some Sequence<String>) {
        add(months: months)
    }

    init(of day: Day) {
        add([day])
    }

    init(favorites days: some Sequence<Day>) {
        areFavoritesDue = true
        monthsOfFavorites = Set(days.map(\.month))
    }

    var isEmpty: Bool { !isOverviewDue && !areFavoritesDue && !areMissingDue }

    var years: Set<String> { Set(months.map { String($0.prefix(4)) }).union(data.map(\.year)) }

    mutating func add(months: some Sequence<String>) {
        self.months.formUnion(months)
        isOverviewDue = isOverviewDue || !self.months.isEmpty
    }

    mutating func add(dataOf days: some Sequence<Day>) {
        data.formUnion(days)
        isOverviewDue = isOverviewDue || !data.isEmpty
    }

    mutating func add(_ days: some Sequence<Day>) {
        add(months: days.map(\.month))
    }

    mutating func formUnion(_ other: DuePages) {
        add(months: other.months)
        add(dataOf: other.data)
        isOverviewDue = isOverviewDue || other.isOverviewDue
        areMissingDue = areMissingDue || other.areMissingDue
        areFavoritesDue = areFavoritesDue || other.areFavoritesDue
        monthsOfFavorites.formUnion(other.monthsOfFavorites)
    }
}
