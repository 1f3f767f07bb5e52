package import Days

extension Tree {
    /// The metadata of the days without a file; a damaged JSON counts as missing.
    package func metadataWithoutFile(_ listing: Listing) -> [Day: Metadata] {
        var days: [Day: Metadata] = [:]
        for day in listing.daysWithoutFile { days[day] = try? metadata(day) }
        return days
    }

    /// The days whose picture is still to come, with the reason.
    package func waiting(_ listing: Listing) -> [Day: String] {
        metadataWithoutFile(listing).filter { $0.value.mirror.state != .hidden }.mapValues(\.reasonToWait)
    }
}

extension Metadata {
    /// Why there is no picture yet.
    package var reasonToWait: String { mirror.pending?.reason ?? "to be fetched" }
}
