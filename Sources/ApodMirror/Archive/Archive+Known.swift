/// What a pass reads through the archive, so that it waits on the archive's thread.
extension Archive {
    /// All that a pass looks up before it plans.
    struct Known: Sendable {
        var identity: MirrorIdentity
        var listing: Listing
        /// The JSON of days without a file; what is missing is written anew.
        var withoutFile: [Day: Metadata]
        var absent: AbsentDays
        var disputes: Disputes
        /// Days that are never left out, however long ago.
        var favorites: Set<Day>
        /// Why favorites could not be looked at.
        var trouble: String?
    }

    /// What lies in `favorites/` is looked at first: a favorite belongs to the plan from the moment it is dropped.
    func known() throws -> Known {
        _ = try list()
        var (favorites, trouble) = (Set<Day>(), String?.none)
        do {
            favorites = Set(try reconcileFavorites().record.favorites.keys)
        } catch {
            favorites = (try? tree.favoritesRecord()).map { Set($0.favorites.keys) } ?? []
            trouble = "\(error)"
        }
        return Known(
            identity: try Tree.identity(in: tree.root) ?? tree.identity, listing: listing,
            withoutFile: tree.metadataWithoutFile(listing), absent: try tree.absentDays, disputes: try tree.disputes,
            favorites: favorites, trouble: trouble)
    }

    /// The newest day that NASA has told of.
    var newestDay: Day? { listing.days.filter { $0.value.hasMetadata }.keys.max() }

    /// When the first of the days that failed may be tried again, as far as they belong to the mirror.
    func firstRetry(since start: Day, until today: Day, keep: Keep = .forever) -> Timestamp? {
        // What a pass does not ask for would be due for ever.
        let first = max(start, listing.presentDays.last.flatMap { keep.firstDay(newest: $0) } ?? start)
        let favorites = favoritesMemory.lastWritten?.favorites ?? [:]
        return tree.metadataWithoutFile(listing).compactMap { day, metadata in
            let belongs = day <= today && (day >= first || favorites[day] != nil)
            return belongs && metadata.mirror.state != .hidden ? metadata.mirror.pending?.retryAfter : nil
        }.min()
    }

    func sourceState() throws -> SourceState {
        try tree.sourceState
    }
}
