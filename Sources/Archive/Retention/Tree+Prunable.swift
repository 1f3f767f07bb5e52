package import Days
package import Favorites
internal import Folder
package import MirrorTree
package import Settings

extension Tree {
    /// The days that a prune would remove now. Nothing is changed, not even `favorites.json`: a link that is not
    /// recorded yet counts all the same.
    package func prunable(keep: Keep, _ rules: FavoritesRules, now: Timestamp) throws -> Pruning {
        let listing = try listing()
        var kept = KnownFile<KeptFavorites?>()
        let record = try favoritesRecord() ?? keptFavorites(&kept)?.record ?? FavoritesRecord()
        var retention = Retention(
            keep: keep, listing: listing, favorites: Set(record.favorites.keys), removed: record.removed, now: now)
        if let favorites = try root.folder(Self.favorites) {
            let facts = MirrorFacts(self, listing, today: rules.today(), record: record)
            var files = FileMemory()
            let survey = try FavoritesSurvey(
                of: favorites, .everything, after: nil, facts,
                LinkReading(root: root.path, aliases: rules.aliases), remembering: &files)
            let report = FavoritesReport(record: record, survey.inventory)
            if let refusal = Pruning.refusal(after: report) { return Pruning(refusal: refusal) }
            retention.favorites.formUnion(survey.inventory.links.values)
        }
        let holdings = try holdings(of: retention.days)
        retention.hidden = Set(holdings.filter { $0.metadata.mirror.state == .hidden }.map(\.day))
        return Pruning(gone: holdings.filter { !retention.isExempt($0.day) }.map(Pruning.Gone.init))
    }
}
