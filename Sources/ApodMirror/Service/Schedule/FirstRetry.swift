internal import Days

/// When the first of the days that failed may be tried again, as far as they belong to the mirror: what a pass does not
/// ask for would be due for ever.
struct FirstRetry: Sendable {
    var since: Day
    var until: Day
    var keep = Keep.forever

    func time(in archive: isolated Archive) -> Timestamp? {
        let listing = archive.store.listing
        let first = max(since, listing.presentDays.last.flatMap { keep.firstDay(newest: $0) } ?? since)
        let favorites = archive.favorites.record?.favorites ?? [:]
        return archive.tree.metadataWithoutFile(listing).compactMap { day, metadata in
            let belongs = day <= until && (day >= first || favorites[day] != nil)
            return belongs && metadata.mirror.state != .hidden ? metadata.mirror.pending?.retryAfter : nil
        }.min()
    }
}
