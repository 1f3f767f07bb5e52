internal import Archive
package import Days
package import Favorites
internal import Folder
internal import MirrorTree
internal import Refresh
internal import Settings

extension OrderHandler {
    /// Makes and removes links in `favorites/`, and tells what became of each day.
    func changeFavorites(_ order: FavoritesOrder) async throws -> ExitCode {
        var answer = try await passes.carryOut(order, within: Self.patience)
        let fetched = holder.isDaemon ? .fine : try await finish(&answer.report)
        let outcomes = answer.outcomes.sorted { $0.key < $1.key }
        let refusals = outcomes.compactMap { $0.value.complaint(on: $0.key, order, options: request.options) }
        refusals.forEach { say(.complaint("apod-mirror: " + $0)) }
        if !request.isQuiet {
            for (day, outcome) in outcomes { sentence(on: day, outcome, order, answer.report).map(line) }
            sum(outcomes.filter { $0.value == .kept }.map(\.key), order, answer.report.record).map(line)
        }
        return fetched == .fine && !refusals.isEmpty ? .notAllWell : fetched
    }

    /// A folder that is not trusted yet takes some scans, on a disk that may have to spin up first.
    private static let patience = Duration.seconds(10)

    /// Does what no daemon would do after a command: makes further passes, and fetches the pictures that favorites lack.
    private func finish(_ report: inout FavoritesReport) async throws -> ExitCode {
        report = try await archive.settleFavorites()
        report.troubles.forEach { say(.complaint($0)) }
        let wanted = report.wanted
        if wanted.isEmpty { return .fine }
        let pass = try await shown { try await passes.fetch(.favorites(wanted)) }
        // Another pass renames links after the pictures that have come.
        report = try await archive.settleFavorites()
        return pass.stopped.map(told) ?? .fine
    }

    // MARK: - Sentences

    private func sentence(
        on day: Day, _ outcome: FavoriteOutcome, _ order: FavoritesOrder, _ report: FavoritesReport
    ) -> String? {
        switch (outcome, order) {
        case (.kept, .add), (.kept, .star): sentence(on: day, "is a favorite", order, report)
        case (.kept, _): sentence(on: day, "is a favorite again", order, report)
        case (.unchanged, .remove), (.unknown, _), (.refused, _): nil
        case (.unchanged, _): sentence(on: day, "is a favorite already", order, report)
        case (.removed, _):
            "\(named(day, report.record.removed[day]?.title)) is no favorite any more. "
                + "To have it back: apod-mirror favorites restore \(day)\(request.options)"
        }
    }

    /// The day, what is true of it, its links, and whether its picture is still to come.
    private func sentence(
        on day: Day, _ verb: String, _ order: FavoritesOrder, _ report: FavoritesReport
    ) -> String? {
        guard let favorite = report.record.favorites[day] else { return nil }
        var links = favorite.links
        // The links outside the named album were not asked for.
        if case .add(_, let album) = order { links = links.filter { $0.album == album.path ?? "" } }
        let places = links.inOrder.map { "\(request.place)/\(Tree.favorites)/\($0)" }.joined(separator: ", ")
        // Pictures that are left to the daemon are not in `wanted`.
        let isWanted = report.wanted.contains(day) || (try? archive.tree.metadata(day))?.visibleName == nil
        let waiting = isWanted ? ". Its picture is still to be fetched." : ""
        return "\(named(day, favorite.title)) \(verb): \(places)\(waiting)"
    }

    /// The day with the title that the mirror has for it, else with the recorded one.
    private func named(_ day: Day, _ recorded: String?) -> String {
        let title = (try? archive.tree.metadata(day))?.title ?? recorded
        return title.map { "\(day) \($0)" } ?? "\(day)"
    }

    /// The last sentence, about all days that became favorites.
    private func sum(_ kept: [Day], _ order: FavoritesOrder, _ record: FavoritesRecord) -> String? {
        switch order {
        case .restoreSince(let time) where kept.isEmpty:
            "Nothing was removed since \(LocalTime.system.text(time))."
        case .restore, .restoreSince: kept.count > 1 ? "\(Quantity.plural(kept.count, "favorite")) came back." : nil
        case .add where record.hasShortcuts(onlyOf: Set(kept)):
            "This disk has no links, so a shortcut that opens NASA's page of the day stands for one."
        case .add, .star, .remove: nil
        }
    }
}

extension FavoriteOutcome {
    /// The sentence that says why a day is not as the order wants it; `nil` where it is.
    package func complaint(on day: Day, _ order: FavoritesOrder, options: String) -> String? {
        switch (self, order) {
        case (.unchanged, .remove): "\(day) is not a favorite."
        case (.unknown, _):
            "\(day) was never removed from the favorites. To add it: apod-mirror favorites add \(day)\(options)"
        case (.refused(let sentence), _): sentence
        case (.kept, _), (.removed, _), (.unchanged, _): nil
        }
    }
}
