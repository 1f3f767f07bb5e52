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

    /// The most entries that a pass tidies, and days that it tends: thousands that are dropped at once are all
    /// persisted before the last of them is tidied.
    static let atOnce = 100

    /// The wait before a leased file is tried again: the kernel breaks a lease 45 s after an open, without an event.
    private static let leaseTime = Duration.seconds(10)

    /// Opens albums to the group that may add favorites; returns a sentence for each that could not be opened.
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
