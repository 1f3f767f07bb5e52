package import Days
package import Favorites
internal import Folder
package import MirrorTree
package import Settings

/// Decides which days `keep` does not hold any more. It is pure: what is on disk comes in as values.
///
/// Days are counted back from the newest stored day and not from the clock, so a mirror that gets nothing new loses
/// nothing. Favorites and hidden days stay for good, a former favorite for as long as its removal can be undone.
struct Retention: Sendable {
    var keep: Keep
    var listing: Listing
    var favorites: Set<Day> = []
    var removed: DayMap<Favorite> = [:]
    var hidden: Set<Day> = []
    /// The time, used only for how long ago a favorite was removed.
    var now: Timestamp

    /// The days that go, oldest first; also those that still wait for their picture. A file without JSON is none of
    /// ours.
    var days: [Day] {
        guard let newest = listing.presentDays.last, let first = keep.firstDay(newest: newest) else { return [] }
        return listing.days.withMetadata.filter { $0 < first && !isExempt($0) }
    }

    func isExempt(_ day: Day) -> Bool {
        favorites.contains(day) || hidden.contains(day) || removed[day]?.isRecentlyRemoved(now) ?? false
    }
}

// MARK: - What a prune would remove

extension Tree {
    /// The days that a prune would remove now. Nothing is changed, not even `favorites.json`: a link that is not
    /// recorded yet counts all the same.
    package func prunable(keep: Keep, _ rules: FavoritesRules, now: Timestamp) throws -> Pruning {
        let listing = try listing()
        let record = try favoritesRecord() ?? keptFavorites()?.record ?? FavoritesRecord()
        var retention = Retention(
            keep: keep, listing: listing, favorites: Set(record.favorites.keys), removed: record.removed, now: now)
        if let favorites = try root.folder(Self.favorites) {
            let facts = MirrorFacts(self, listing, today: rules.today(), record: record)
            var files = FileMemory()
            let scan = try FavoritesScan(
                of: favorites, facts, LinkReading(root: root.path, aliases: rules.aliases), remembering: &files)
            let report = FavoritesReport(record: record, scan)
            if let refusal = Pruning.refusal(after: report) { return Pruning(refusal: refusal) }
            retention.favorites.formUnion(scan.links.values)
        }
        let dayFiles = try dayFiles(of: retention.days)
        retention.hidden = Set(dayFiles.filter { $0.metadata.mirror.state == .hidden }.map(\.day))
        return Pruning(gone: dayFiles.filter { !retention.isExempt($0.day) }.map(Pruning.PrunedDay.init))
    }
}

package struct Pruning: Equatable, Sendable {
    /// A day that went, or would go.
    package struct PrunedDay: Equatable, Sendable {
        package var day: Day
        package var title: String
        /// The size of its picture, its JSON and its former pictures.
        package var bytes: Int64

        init(_ files: DayFiles) {
            (day, title, bytes) = (files.day, files.metadata.title, files.bytes)
        }
    }

    /// The days that went, oldest first.
    package var gone: [PrunedDay] = []
    /// Days that became favorites while they were on their way out, and stand where they stood.
    package var putBack: [Day] = []
    /// Why nothing, or nothing more, went, in whole sentences.
    package var refusal: String?

    package init(gone: [PrunedDay] = [], putBack: [Day] = [], refusal: String? = nil) {
        (self.gone, self.putBack, self.refusal) = (gone, putBack, refusal)
    }

    package var bytes: Int64 { gone.reduce(0) { $0 + $1.bytes } }

    /// Why this pass over `favorites/` may have missed a favorite; `nil` when it saw everything.
    static func refusal(after report: FavoritesReport) -> String? {
        if let trouble = report.troubles.first { return refusal(because: trouble) }
        if report.isComplete { return nil }
        for entry in Set(report.refused.keys).inOrder {
            guard let why = report.refused[entry], case .unreadable = why else { continue }
            return refusal(because: why.sentence(entry: entry))
        }
        return refusal(because: "")
    }

    static func refusal(because reason: String) -> String {
        "Nothing more is pruned, since a favorite might have been missed. \(reason)"
    }
}
