internal import Archive
internal import Days
internal import Favorites
internal import MirrorTree
internal import Settings
internal import Store

/// The time when the first day that failed, or that a list left out, may be tried again. Only days of the mirror count:
/// a day that no pass requests would be due for ever.
struct FirstRetry: Sendable {
    var since: Day
    var until: Day
    var keep = Keep.forever
    /// When a list is asked again for days that it has left out.
    var forLeftOut: Timestamp?

    func time(in archive: isolated Archive) -> Timestamp? {
        let listing = archive.store.listing
        let first = keep.firstDay(since: since, newest: listing.presentDays.last)
        let favorites = archive.favorites.record?.favorites ?? [:]
        func belongs(_ day: Day) -> Bool { day <= until && (day >= first || favorites[day] != nil) }
        let failed = archive.tree.metadataWithoutFile(listing).compactMap { day, metadata in
            belongs(day) && metadata.mirror.state != .hidden ? metadata.mirror.pending?.retryAfter : nil
        }
        let leftOut = (try? archive.tree.absentDays)?.leftOut.keys.compactMap { Day($0) } ?? []
        let isAnyLeftOut = leftOut.contains { belongs($0) && listing.days[$0] == nil }
        return (failed + [isAnyLeftOut ? forLeftOut : nil].compactMap(\.self)).min()
    }
}
