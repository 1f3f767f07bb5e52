internal import Days
internal import MirrorTree
internal import Settings

/// Decides which days `keep` does not hold any more. It is pure: what is on disk comes in as values.
///
/// Days are counted back from the newest stored day and not from the clock, so a mirror that gets nothing new loses
/// nothing. Favorites and hidden days stay for good, a former favorite for as long as its removal can be undone.
struct Retention: Sendable {
    var keep: Keep
    var listing: Listing
    var favorites: Set<Day> = []
    var removed: DayMap<RemovedFavorite> = [:]
    var hidden: Set<Day> = []
    /// The time, used only for how long ago a favorite was removed.
    var now: Timestamp

    /// The days that go, oldest first; also those that still wait for their picture. A file without JSON is none of
    /// ours.
    var days: [Day] {
        guard let newest = listing.presentDays.last, let first = keep.firstDay(newest: newest) else { return [] }
        return listing.days.withMetadata.filter { $0 < first && !isExempt($0) }
    }

    func isExempt(_ day: Day) -> Bool {
        favorites.contains(day) || hidden.contains(day) || removed[day]?.isRecent(now) ?? false
    }
}
