/// One page of a list of `apod-basic`, and what its headers say of all of them.
struct BasicList {
    /// Newest first.
    private(set) var days: [CalendarDay]
    private let page: Int
    private var size: Int
    private var told: Int?

    init(days: [CalendarDay], page: Int, size: Int) {
        self.days = days
        self.page = page
        self.size = size
    }

    /// Past the last page the first comes back.
    var shown: ArraySlice<CalendarDay> {
        let start = page <= (days.count + size - 1) / size ? (page - 1) * size : 0
        return days[start..<min(start + size, days.count)]
    }

    var total: Int { told ?? days.count }
    var pages: Int { (total + size - 1) / size }

    mutating func leaveOut(_ fault: Fault.ListFault, _ catalogue: Catalogue) {
        days = fault.days(of: days, catalogue)
        guard fault == .wrongTotals else { return }
        size = min(size, 10)
        told = shown.count
    }
}
