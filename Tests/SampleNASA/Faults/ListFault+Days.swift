extension Fault.ListFault {
    /// The days that such a list holds.
    ///
    /// - Parameter asked: the days that it should hold, newest first.
    func days(of asked: [CalendarDay], _ catalogue: Catalogue) -> [CalendarDay] {
        switch self {
        case .ignoringQuery(let count):
            return Array(catalogue.published(in: .beginning...catalogue.newest).reversed().prefix(count))
        case .half:
            return Array(asked.prefix((asked.count + 1) / 2))
        case .old(let days):
            return asked.filter { $0 <= catalogue.newest.advanced(by: -days) }
        case .wrongTotals:
            return asked
        }
    }
}
