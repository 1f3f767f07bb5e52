package import Days
internal import Folder
internal import MirrorTree
internal import Store

package struct FavoritesAnswer: Sendable {
    package var outcomes: [Day: FavoriteOutcome]
    /// The report of the last pass.
    package var report: FavoritesReport
}

extension FavoritesPass {
    /// Carries out an order and records that at once: of links that were removed here no second scan has to tell that they
    /// are gone.
    ///
    /// Returns `nil` and has changed nothing where the order removes links from a folder that may be another than the
    /// recorded one: what is missing there counts for nothing yet.
    package func carryOut(_ order: FavoritesOrder) throws -> FavoritesAnswer? {
        // Links that were dropped or deleted a moment ago count first; one that was dropped gets its picture's name.
        var (report, scan) = try pass()
        let before = report.record
        let days = order.days(by: before)
        /// The recorded links that a pass is to find gone after a removal; none that may lie where the scan saw nothing.
        func removed() -> [Day: Set<FilePath>] {
            guard case .remove = order else { return [:] }
            return days.reduce(into: [:]) { links, day in
                links[day] = report.record.favorites[day]?.links.filter { !scan.obscures($0) }
            }
        }
        if case .remove = order {
            guard isFolderTrusted else { return nil }
            // Links that had got their pictures' names a moment ago are still recorded under the former ones, too. Those
            // are forgotten first, so that a restoration does not bring back both.
            (report, scan) = try pass(removed: removed())
        } else if report.later != nil {
            (report, scan) = try pass()
        }
        let links = FavoriteLinks(
            reading(by: report.record), scan, in: try tree.root.makeEverybodysFolder(Tree.favorites))
        var outcomes: [Day: FavoriteOutcome] = [:]
        for day in days { outcomes[day] = try links.carryOut(order, on: day, report.record) }
        if outcomes.values.contains(where: { $0 != .unchanged }) { report = try run(removed: removed()) }
        for (day, outcome) in outcomes {
            let (was, stays) = (before.favorites[day] != nil, report.record.favorites[day] != nil)
            outcomes[day] = outcome.settled(day, wasFavorite: was, isFavorite: stays)
        }
        return FavoritesAnswer(outcomes: outcomes, report: report)
    }
}

extension FavoriteOutcome {
    /// The outcome by what is recorded in the end.
    fileprivate func settled(_ day: Day, wasFavorite: Bool, isFavorite: Bool) -> FavoriteOutcome {
        switch self {
        case .kept where !isFavorite: .refused("The link to \(day) is in favorites/, but it does not count yet.")
        case .removed where isFavorite:
            .refused("A link to \(day) came meanwhile or cannot be seen now, so the day stays a favorite: try again.")
        // Its links had gone a moment ago.
        case .unchanged where wasFavorite && !isFavorite: .removed
        case .kept, .removed, .unchanged, .unknown, .refused: self
        }
    }
}
