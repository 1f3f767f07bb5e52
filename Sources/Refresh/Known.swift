internal import Archive
internal import Days
internal import Favorites
internal import MirrorTree
internal import Store

/// The facts that a pass reads before it plans.
struct Known: Sendable {
    var identity: MirrorIdentity
    var listing: Listing
    /// The JSON of days without a file; a damaged JSON counts as missing.
    var withoutFile: [Day: Metadata]
    var absent: AbsentDays
    var disputes: Disputes
    var doubtful: [Day: Doubts.Doubt]
    /// Days that are planned however long ago they were.
    var favorites: Set<Day>
    /// Days whose fetched pictures wait for a commit to be finished.
    var unplaced: Set<Day>
    /// The error that kept `favorites/` from being scanned.
    var trouble: String?

    /// Scans `favorites/`, too: a favorite belongs to the plan from the moment it is dropped.
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
