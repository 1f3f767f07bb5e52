package import Days
internal import Folder
package import MirrorTree
internal import Store

/// An order about favorites, of a command or of a star. It is carried out by links, as a user makes and removes them.
package enum FavoritesOrder: Codable, Equatable, Sendable {
    /// Links the days in an album.
    case add([Day], to: Album)
    /// Makes a mirrored day a favorite by its star, which names no album.
    case star(Day)
    case remove([Day])
    case restore([Day])
    /// Restores all that was removed since a time.
    case restoreSince(Timestamp)

    /// The days that the order is about, in their order.
    package func days(by record: FavoritesRecord) -> [Day] {
        switch self {
        case .add(let days, _), .remove(let days), .restore(let days): Set(days).sorted()
        case .star(let day): [day]
        case .restoreSince(let time):
            record.removed.values.filter { $0.removed.map { $0 >= time } == true }.map(\.date).sorted()
        }
    }
}

/// The outcome of an order for one of its days.
package enum FavoriteOutcome: Equatable, Sendable {
    /// It is a favorite, by a link that was made.
    case kept
    case removed
    /// The day was as wanted already.
    case unchanged
    /// The day was to be restored, and neither record nor vault knows it.
    case unknown
    /// Nothing was changed, or not all of it; the sentence tells why.
    case refused(String)
}

package struct FavoritesAnswer: Sendable {
    package var outcomes: [Day: FavoriteOutcome] = [:]
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
        if case .remove(let days) = order { return isFolderTrusted ? try remove(days, report, scan) : nil }
        if report.later != nil { (report, scan) = try pass() }
        var answer = FavoritesAnswer(report: report)
        let links = links(report.record)
        for day in order.days(by: report.record) {
            let isThere = isSeen(day, order, report.record, scan)
            answer.outcomes[day] = isThere ? .unchanged : try links.carryOut(order, on: day, report.record)
        }
        if answer.outcomes.values.contains(.kept) { answer.report = try run() }
        for (day, outcome) in answer.outcomes where outcome == .kept && answer.report.record.favorites[day] == nil {
            answer.outcomes[day] = .refused("The link to \(day) is in favorites/, but it does not count yet.")
        }
        return answer
    }

    /// Whether a favorite that is to be one has a link already, or may have it where the scan saw nothing.
    private func isSeen(_ day: Day, _ order: FavoritesOrder, _ record: FavoritesRecord, _ scan: FavoritesScan) -> Bool {
        if case .add = order { return false }
        guard let favorite = record.favorites[day] else { return false }
        return scan.links.values.contains(day) || favorite.links.contains(where: scan.obscures)
    }

    private func remove(_ days: [Day], _ before: FavoritesReport, _ scan: FavoritesScan) throws -> FavoritesAnswer {
        // Links that had got their pictures' names a moment ago are still recorded under the former ones, too. Those are
        // forgotten first, so that a restoration does not bring back both.
        let former = try run(removed: recordedLinks(of: days, before.record, scan)).record
        let links = links(former)
        var answer = FavoritesAnswer(report: before)
        for day in days { answer.outcomes[day] = try links.carryOut(.remove(days), on: day, former) }
        answer.report = try run(removed: recordedLinks(of: days, former, scan))
        for (day, outcome) in answer.outcomes {
            if before.record.favorites[day] == nil { continue }
            if answer.report.record.favorites[day] == nil {
                answer.outcomes[day] = .removed
            } else if outcome == .removed {
                answer.outcomes[day] = .refused(
                    "A link to \(day) came meanwhile or cannot be seen now, so the day stays a favorite: try again.")
            }
        }
        return answer
    }

    /// The links of which a pass is to tell that they are gone; without those that may lie where the scan saw nothing.
    private func recordedLinks(
        of days: [Day], _ record: FavoritesRecord, _ scan: FavoritesScan
    ) -> [Day: Set<FilePath>] {
        days.reduce(into: [:]) { links, day in
            links[day] = record.favorites[day]?.links.filter { !scan.obscures($0) }
        }
    }

    private func links(_ record: FavoritesRecord) -> FavoriteLinks {
        let facts = MirrorFacts(tree, store.listing, today: rules.today(), record: record, setAside: setAside)
        return FavoriteLinks(facts: facts, reading: reading)
    }
}
