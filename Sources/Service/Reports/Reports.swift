package import Archive
internal import Days
internal import MirrorTree
internal import Refresh
package import Settings

/// The closing words of a sync. Pure.
struct SyncReport: Sendable {
    var report: PassReport
    /// Every day that waits for its picture, with the reason, also those that this pass left alone.
    var pending: [Day: String]
    /// The earliest retry of each pending day that was not asked for, since something ended the pass.
    var retries: [Day: String] = [:]
    /// The number of old days that NASA itself has no picture for; they are asked for in turn.
    var absent = 0
    /// The number of the mirror's days of which nothing is known; 0 if only some days were asked for.
    var missing = 0
    /// The number of the mirror's pictures whose record as NASA served it is still to come.
    var recordsToCome = 0
    var usage: Usage
    var place: String
    /// Options that a suggested command must repeat to mean this mirror.
    var options = ""
    var start: Day
    var today: Day

    var lines: [String] {
        [totals] + waiting + disputed
            + [records, unpublished, inTurn, full, lacking].compactMap(\.self)
    }

    private var totals: String {
        let held = "\(Quantity.plural(usage.pictures, "picture")), \(Quantity.bytes(Int(usage.bytes))) in \(place)"
        var facts: [String] = []
        if report.stored > report.replaced, report.stored - report.replaced < usage.pictures {
            facts.append("\(Quantity.count(report.stored - report.replaced)) new")
        }
        facts += report.changes
        if report.reread > 0 { facts.append("\(Quantity.count(report.reread)) read anew") }
        return facts.isEmpty ? held : "\(held); \(facts.joined(separator: ", "))"
    }

    private static let shownDays = 8

    private var waiting: [String] {
        listed(pending) { day, reason in
            "Pending: \(day), \(reason)" + (retries[day].map { "; not asked now, but after \($0)" } ?? "")
        }
    }

    private var disputed: [String] {
        listed(report.disputed) {
            "Disputed: \($0), \($1). To take what is new: apod-mirror verify --accept \($0)\(options)"
        }
    }

    private func listed(_ days: [Day: String], _ line: (Day, String) -> String) -> [String] {
        let newest = days.sorted { $0.key > $1.key }
        var lines = newest.prefix(Self.shownDays).map { line($0.key, $0.value) }
        if newest.count > Self.shownDays { lines.append("… and \(Quantity.count(newest.count - Self.shownDays)) more") }
        return lines
    }

    private var records: String? {
        report.recorded == 0 ? nil : Self.records(kept: report.recorded, toCome: recordsToCome)
    }

    /// The line about a mirror that an older version made, which kept no records.
    static func records(kept: Int, toCome: Int) -> String {
        let now =
            "An older version made this mirror. NASA's own records of \(Quantity.plural(kept, "day")) are kept now, too"
        return toCome == 0 ? now + "." : now + "; those of \(Quantity.count(toCome)) more are to come with later syncs."
    }

    private var unpublished: String? {
        if report.unpublished.contains(today) {
            return "NASA has not published today's picture yet (often hours late)."
        }
        // A day missing between two published ones is rare, and sometimes filled in weeks later.
        let yesterday = today.advanced(by: -1)
        guard report.unpublished.contains(yesterday), !report.unpublished.contains(today.advanced(by: -2)) else {
            return nil
        }
        return "NASA has left out \(yesterday), yesterday; it is requested with every sync."
    }

    private var inTurn: String? {
        guard absent > 0 else { return nil }
        let turns = Plan.turns(of: start...max(start, today))
        return "NASA had no picture for \(Quantity.plural(absent, "older day")). Each is asked for again within "
            + "\(Quantity.plural(turns, "day")); at once: apod-mirror sync --since DAY --until DAY\(options)"
    }

    private var lacking: String? {
        missing == 0 ? nil : "Missing: \(Quantity.plural(missing, "picture")) of the mirror's days"
    }

    private var full: String? {
        let days = Day.first.distance(to: today) + 1
        // The sync that made the mirror brought all that it holds.
        let isFirst = report.stored - report.replaced >= usage.pictures
        guard isFirst, report.stopped == nil, start > Day.first, let bytes = usage.projected(days: days) else {
            return nil
        }
        return "The full history of \(Quantity.count(days)) days would take about \(Quantity.bytes(Int(bytes))), "
            + "going by these: apod-mirror sync --history all\(options)"
    }
}

// MARK: - Prune

/// The report of a prune, for a person. Pure.
package struct PruneReport: Sendable {
    package var pruning: Pruning
    package var keep: Keep
    /// Options that a suggested command must repeat to mean this mirror.
    package var options = ""
    package var isDryRun = false

    package init(pruning: Pruning, keep: Keep, options: String = "", isDryRun: Bool = false) {
        self.pruning = pruning
        self.keep = keep
        self.options = options
        self.isDryRun = isDryRun
    }

    /// A line a day, and the sum.
    package var lines: [String] {
        guard keep != .forever else {
            return [
                "Nothing is ever pruned: keep is forever. To let pictures go after a year, set keep to \"365 days\". "
                    + "To see what would go then: apod-mirror prune --dry-run --keep 365\(options)"
            ]
        }
        let nothing = pruning.refusal == nil ? "Nothing to prune: keep is \(keep)." : nil
        return pruning.gone.map { "\($0.day) \($0.title) (\(Quantity.bytes(Int($0.bytes))))" }
            + pruning.putBack.map { "\($0) became a favorite meanwhile, and stays." }
            + [sum ?? nothing].compactMap(\.self)
    }

    /// `nil` where nothing goes.
    var sum: String? {
        if pruning.gone.isEmpty { return nil }
        let size = "\(Quantity.plural(pruning.gone.count, "day")), \(Quantity.bytes(Int(pruning.bytes)))"
        return isDryRun ? "Would go: \(size). To let them go: apod-mirror prune\(options)" : "Pruned: \(size)."
    }
}
