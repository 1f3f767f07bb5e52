internal import Days
internal import Folder
internal import MirrorTree
internal import Store

extension FavoritesPass {
    func tidy(
        _ scan: FavoritesScan, _ favorites: Folder, _ facts: MirrorFacts, _ report: inout FavoritesReport
    ) throws {
        memory.untidy = memory.untidy.filter { scan.links[$0.key] != nil }
        let due = rested(scan, &report).filter { memory.untidy[$0.path]?.entry != $0 }
        if due.count > Self.atOnce { report.requestPass(after: .zero) }
        var tidying = Tidying(
            favorites: favorites, root: tree.root, facts: facts, saver: try store.tree.saver(), albums: scan.albums,
            untidy: memory.untidy)
        try tidying.tidy(due.prefix(Self.atOnce))
        memory.untidy = tidying.untidy
        store.list(Set(tidying.returned.map(\.month)))
        let returned = tidying.returned.sorted()
        // A picture that rested was not in its month yet when the vault was given the new favorite's.
        memory.toTend.formUnion(returned)
        if !returned.isEmpty { events.send(.changed(returned, .putBack)) }
        memory.unannounced.remember(returned: tidying.returned, tidied: tidying.changed, at: rules.elapsed())
        report.untidy = memory.untidy.values.compactMap(\.trouble).sorted()
        report.troubles += share(favorites, scan.albums.keys)
        if scan.refused.values.contains(.inUse) { report.requestPass(after: Self.leaseTime) }
    }

    /// The most entries that a pass tidies, and days that it tends: thousands that are dropped at once are all
    /// persisted before the last of them is tidied.
    static let atOnce = 500

    /// The wait before a leased file is tried again: the kernel breaks a lease 45 s after an open, without an event.
    private static let leaseTime = Duration.seconds(10)

    /// Opens albums to the group that may add favorites; returns a sentence for each that could not be opened.
    private func share(_ favorites: Folder, _ albums: some Sequence<FilePath>) -> [String] {
        guard let group = rules.shareGroup else { return [] }
        var troubles: [String] = []
        for album in albums {
            do {
                try favorites.album(album)?.share(withGroup: group)
            } catch {
                troubles.append("\(error) Its owner must belong to the group that share_group names.")
            }
        }
        return troubles
    }
}
