package import Days
internal import Favorites
internal import Folder
package import MirrorTree
package import Settings

extension MirrorStatus {
    /// The status of a mirror that no daemon keeps, from what is on disk now.
    package init(of tree: Tree, _ configuration: Configuration, today: Day) throws {
        let record = (try? tree.favoritesRecord())?.favorites ?? [:]
        let census = try Census(
            tree, tree.listing(), favorites: record.count, today: today, keep: configuration.keep)
        let state = try tree.sourceState
        self.init(
            mirror: tree.root.path, days: census.days, newest: census.newest, today: today, bytes: census.usage.bytes,
            thumbnailBytes: census.thumbnailBytes, freeBytes: census.freeBytes,
            favorites: Favorites(count: census.favorites),
            source: Source(name: configuration.source.name, address: configuration.source.base))
        sync.last = state.lastLook?.time
        sync.isWhole = state.lastLook?.isWhole
        source.pausedUntil = state.pause(of: configuration.source.base, at: .now)
        let shared = (try? Vault(in: tree)?.sharedFiles(tree.root)) ?? [:]
        let sharing = shared.keys.count { record[$0] != nil }
        if sharing > 0 { favorites.troubles.append(Vault.sharing(sharing, ". A sync gives them bytes of their own.")) }
        var facts = StatusBoard.Facts()
        facts.census = census
        facts.isWhole = sync.isWhole
        facts.damaged = try tree.checkupState?.troubles ?? []
        troubles = troubles(facts, keepingFree: Int64(configuration.minFreeBytes))
    }
}
