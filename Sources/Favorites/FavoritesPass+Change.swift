package import Days
internal import Folder
internal import MirrorTree
internal import Store

/// The outcome of the wish that a day be a favorite, or be none.
package enum FavoriteChange: Equatable, Sendable {
    case kept
    case removed
    /// The day was as wanted already.
    case unchanged
    /// The folder may be another than the recorded one, or is being changed by another hand: what is missing there counts for
    /// nothing yet.
    case unsettled
    /// Nothing was changed, or not all of it; the sentence tells why.
    case refused(String)
}

extension FavoritesPass {
    /// Makes the day a favorite by a link as a user drops it, or removes all its links, and records that at once: of links
    /// that were removed here no second scan has to tell that they are gone.
    package func change(_ day: Day, isWanted: Bool) throws -> FavoriteChange {
        // Links that were dropped or deleted a moment ago count first; one that was dropped gets its picture's name.
        var (report, scan) = try pass()
        if report.later != nil { (report, scan) = try pass() }
        let record = report.record
        let facts = MirrorFacts(
            tree, store.listing, today: rules.today(), record: record, setAside: setAside)
        let links = FavoriteLinks(facts: facts, reading: reading)
        return isWanted ? try keep(day, record, scan, links) : try remove(day, record, links)
    }

    private func keep(
        _ day: Day, _ record: FavoritesRecord, _ scan: FavoritesScan, _ links: FavoriteLinks
    ) throws -> FavoriteChange {
        if let favorite = record.favorites[day] {
            // An entry may also lie where the scan saw nothing.
            if scan.links.values.contains(day) || favorite.links.contains(where: scan.obscures) { return .unchanged }
            // A link that went a moment ago is recorded until a second look finds it gone, too.
            try links.restore(favorite)
            return try run().record.favorites[day] == nil ? .unsettled : .kept
        }
        guard let metadata = links.facts.metadata(day), metadata.mirror.state != .hidden else {
            return .refused("This mirror has no picture of \(day).")
        }
        var link: FilePath?
        if let removal = record.removed[day], let time = removal.removed, time + Self.secondsToUndo >= .now {
            try links.restore(removal)
        } else {
            link = try links.add(day, to: .top, recorded: nil).link
        }
        let report = try run()
        if report.record.favorites[day] != nil { return .kept }
        let refusal = link.flatMap { link in report.refused[link]?.sentence(entry: link) }
        return .refused(refusal ?? "The link is in favorites/, but it does not count yet.")
    }

    private func remove(_ day: Day, _ record: FavoritesRecord, _ links: FavoriteLinks) throws -> FavoriteChange {
        guard var favorite = record.favorites[day] else { return .unchanged }
        guard isFolderTrusted else { return .unsettled }
        // A link that had got its picture's name a moment ago is still recorded under its former one, too. That is forgotten
        // first, so that a second wish does not bring back both.
        let gone = try favorite.links.filter { try links.isAbsent($0) }
        if !gone.isEmpty {
            let report = try run(removed: [day: gone])
            guard let left = report.record.favorites[day] else { return .removed }
            favorite = left
        }
        let removal = try links.remove(favorite)
        let report = try run(removed: [day: removal.removed])
        guard report.record.favorites[day] != nil else { return .removed }
        // A link whose album went by another hand is gone only after a second look.
        guard let own = removal.left.inOrder.first else { return .unsettled }
        return .refused("favorites/\(own) is no link but its owner's file, so \(day) stays a favorite.")
    }

    /// The time in which a second wish undoes a removal: the links come back to the albums they were in. Later a new link
    /// is made at the top.
    private static let secondsToUndo = 600
}
