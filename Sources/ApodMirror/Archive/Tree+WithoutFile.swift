extension Tree {
    /// The days whose picture is still to come, with the reason.
    func waiting(_ listing: Listing) -> [Day: String] {
        var days: [Day: String] = [:]
        for day in listing.daysWithoutFile {
            guard let mirror = try? metadata(day)?.mirror, mirror.state != .hidden else { continue }
            days[day] = mirror.pending?.reason ?? "to be fetched"
        }
        return days
    }
}
