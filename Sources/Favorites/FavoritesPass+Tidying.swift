internal import Folder
internal import MirrorTree
internal import Store

extension FavoritesPass {
    func tidy(
        _ survey: FavoritesSurvey, _ favorites: Folder, _ facts: MirrorFacts, _ report: inout FavoritesReport
    ) throws {
        let inventory = survey.inventory
        memory.untidy = memory.untidy.filter { inventory.links[$0.key.recorded] != nil }
        let entries = (survey.look == .everything ? [] : memory.toTidy) + survey.entries
        memory.toTidy = Array(entries.dropFirst(Self.atOnce))
        var tidying = Tidying(
            favorites, tree.root, facts, try store.saver, albums: inventory.albums, untidy: memory.untidy)
        let part = entries.prefix(Self.atOnce).filter { inventory.links[$0.path.recorded] == $0.day }
        try tidying.tidy(part)
        memory.untidy = tidying.untidy
        for (day, file) in tidying.returned { store.noteFile(file, of: day) }
        memory.unannounced.note(returned: tidying.returned.map(\.day), at: rules.elapsed())
        memory.unannounced.note(tidied: tidying.changed, at: rules.elapsed())
        report.untidy = memory.untidy.values.compactMap(\.trouble).sorted()
        report.troubles += share(favorites, survey.listed)
        let now = rules.elapsed()
        let days = memory.takenThumbnails.update(tidying.takenThumbnails, of: part, inventory, now: now)
        if !days.isEmpty { events.send(.thumbnailsTaken(days.sorted())) }
        if let (names, wait) = memory.takenThumbnails.next(after: now) { report.look(.names(names), after: wait) }
        let inUse = inventory.refused.filter { $0.value == .inUse }.keys
        if !inUse.isEmpty { report.look(.names(Set(inUse)), after: Self.leaseTime) }
    }

    /// Of thousands that are dropped at once all are to be persisted before the last of them is tidied, and tended.
    static let atOnce = 100

    /// The kernel takes a lease away 45 s after somebody wants to open the file, and nobody hears of it.
    private static let leaseTime = Duration.seconds(10)

    /// Opens albums to the group that may add favorites; returns what could not be.
    private func share(_ favorites: Folder, _ albums: Set<FilePath>) -> [String] {
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
