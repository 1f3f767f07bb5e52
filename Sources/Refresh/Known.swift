internal import Archive
internal import Days
internal import Favorites
internal import MirrorTree
internal import Store

/// All that a pass looks up before it plans.
struct Known: Sendable {
    var identity: MirrorIdentity
    var listing: Listing
    /// The JSON of days without a file; what is missing is written anew.
    var withoutFile: [Day: Metadata]
    var absent: AbsentDays
    var disputes: Disputes
    /// Pictures that are not right.
    var doubtful: [Day: Doubts.Doubt]
    /// Days that are never left out, however long ago.
    var favorites: Set<Day>
    /// Days that were fetched and only wait for their place.
    var unplaced: Set<Day>
    /// Why favorites could not be looked at.
    var trouble: String?

    /// What lies in `favorites/` is looked at first: a favorite belongs to the plan from the moment it is dropped.
    init(of archive: isolated Archive) throws {
        let tree = archive.tree
        let recovery = try Recovery(archive.store)
        if archive.store.unfinished.isEmpty {
            try archive.store.list()
            recovery.compareSums()
        } else {
            try recovery.goOn()
        }
        unplaced = archive.store.unfinished.isEmpty ? [] : try recovery.intents()
        do {
            favorites = Set(try archive.favorites.run(over: .allNames).record.favorites.keys)
        } catch {
            favorites = (try? tree.favoritesRecord()).map { Set($0.favorites.keys) } ?? []
            trouble = "\(error)"
        }
        listing = archive.store.listing
        identity = try archive.notes.identity()
        withoutFile = tree.metadataWithoutFile(listing)
        absent = try tree.absentDays
        disputes = try tree.disputes
        try archive.notes.restoreDoubts()
        doubtful = try tree.doubtful(listing)
    }
}
