internal import Archive
package import Days
internal import NASA

extension Refresher {
    /// A refresher that takes from a collection what is certainly a day's picture, and else does as this one does.
    package func taking(from collection: OfferedCollection) -> Refresher {
        var refresher = self
        refresher.fetch.collection = collection
        return refresher
    }

    /// Makes a pass over the records in a collection, and asks nobody.
    package func refresh(_ days: Set<Day>, fromRecordsIn collection: OfferedCollection) async throws -> RefreshSummary {
        var refresher = taking(from: collection)
        refresher.source = CollectionRecords(collection: collection.collection, tree: archive.tree, source: source)
        refresher.nasa = nil
        return try await refresher.refresh(.named(days))
    }
}
