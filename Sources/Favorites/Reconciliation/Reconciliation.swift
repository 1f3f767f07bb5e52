internal import Days
internal import Folder
internal import MirrorTree

/// The consequences of what lies in `favorites/` and what is persisted. The code is pure: disk and clock come in as
/// values, and what is to be made durable comes out.
///
/// Additions come at once, removals reluctantly. A link counts from the moment it is seen. That a recorded link is
/// missing counts only if the folder is certainly the one that was recorded (``Trust``), all of it could be read, and
/// two such scans at least two seconds apart found the same, the second of them with every name as it lay at one
/// moment. In every other case the pass is a union and forgets nothing: links become favorites, favorites without a
/// link get theirs back, and only when the folder has stood like that through two more scans is it trusted again.
package struct Reconciliation: Equatable, Sendable {
    /// The favorites from now on.
    var record: FavoritesRecord
    /// The days of which the record says something else than before; `nil` where that was not followed.
    var changed: Set<Day>? = []
    /// All that the pass makes durable.
    var persistence = Persistence()
    /// State for the next reconciliation.
    var memory: Memory
    /// The time after which to scan again without an event; `nil` for never.
    var scanAgain: Duration?

    /// The least time between two scans that prove something together.
    package static let apart = Duration.seconds(2)
    /// The least wait before the second scan, for a user who moves links while all of them are listed.
    static let pause = Duration.milliseconds(200)

    /// State between two scans. None of it outlives the process: a start begins anew.
    enum Memory: Equatable, Sendable {
        case calm
        /// Links are missing in a trusted folder; all that were found then.
        case missing(since: Duration, links: [FilePath: Day])
        /// A union, before anything was given back.
        case uncertain(since: Duration, links: [FilePath: Day])
        /// A union that gave missing links back; `marker` is `nil` until the folder was scanned after that.
        case settling(since: Duration, links: [FilePath: Day], marker: MarkerState?)
    }

    /// The findings of a pass that a reconciliation compares.
    struct Findings: Sendable {
        /// All that lies in `favorites/`.
        var scan: FavoritesScan
        /// Whether none came or went while they were listed. A link that moves while albums are listed one after another may
        /// be found in none: so a link that a scan misses is only suspected to be gone, and only a scan of all names as they
        /// lay at one moment, with the same links, settles that.
        var isSnapshot: Bool
        /// Albums that changed since they were last flushed.
        var unflushed: [FilePath] = []
        /// The time after which albums that changed just before they were listed have come to rest; `nil` where none did.
        var rest: Duration?
        /// Days that changed in the mirror since the scan before: NASA may have given them other titles.
        var changedDays: Set<Day> = []
        var stored: StoredFavorites
        var kept: KeptFavorites?
        var markers: (before: Marker?, after: Marker?)
        /// The record that this process last wrote, if it wrote any.
        var lastWritten: FavoritesRecord?
        var now: Timestamp
        /// The time of a clock that is never set.
        var elapsed: Duration
        /// Links that this process has removed itself since the scan before: where this one does not find them either,
        /// they are gone without a second look.
        var removed: [Day: Set<FilePath>] = [:]
    }

    init(of findings: Findings, after memory: Memory, title: (Day) -> String?) {
        record = FavoritesRecord()
        self.memory = memory
        switch Trust(markers: findings.markers, stored: findings.stored, kept: findings.kept) {
        case .settled: reconcileTrusted(findings, title)
        // A pass that was cut short is finished before the scan.
        case .interrupted, .none: reconcileUnion(findings, title)
        }
        if persistence == Persistence(), let rest = findings.rest {
            // A change of a moment ago was mostly made by the pass before, or others follow: one flush is for all of them.
            persistence.folders = nil
            let wait = max(rest, Self.pause)
            scanAgain = min(scanAgain ?? wait, wait)
        } else {
            persistence.folders = findings.unflushed
        }
    }

    /// The days whose favorite came or went, or has other links.
    func daysWithOtherLinks(than stored: FavoritesRecord?) -> [Day] {
        let former = stored?.favorites ?? [:]
        let days = changed ?? Set(record.favorites.keys).union(former.keys)
        return days.filter { record.favorites[$0]?.links != former[$0]?.links }.sorted()
    }

    /// Adds every link that means a day to its favorite. NASA's title is read where it may not be the recorded one.
    mutating func add(_ links: [FilePath: Day], _ findings: Findings, _ title: (Day) -> String?) {
        for (link, day) in links {
            guard let favorite = record.favorites[day], favorite.links.contains(link) else {
                let noted = findings.kept?.record.favorites[day]?.added
                record.add(link, to: day, title: title(day), added: noted ?? findings.now)
                changed?.insert(day)
                continue
            }
            guard favorite.title == nil || findings.changedDays.contains(day), let title = title(day),
                title != favorite.title
            else { continue }
            record.favorites[day]?.title = title
            changed?.insert(day)
        }
    }

    /// The days that were no favorites before.
    func newDays(since former: FavoritesRecord?) -> Set<Day> {
        let days = changed ?? Set(record.favorites.keys)
        return days.filter { record.favorites[$0] != nil && former?.favorites[$0] == nil }
    }
}

/// Whether a link that is missing in `favorites/` was removed by its owner, or only cannot be seen.
enum Trust: Equatable, Sendable {
    /// The folder is the one that `favorites.json` speaks of.
    case settled
    /// The folder is that one, and the last pass was cut short before its last step.
    case interrupted
    /// The folder may be another: links count, their absence does not.
    case none

    /// - Parameter markers: The marker before and after the folder was listed.
    init(markers: (before: Marker?, after: Marker?), stored: StoredFavorites, kept: KeptFavorites?) {
        guard let marker = markers.before, marker == markers.after, marker.hardLinks == 1, let kept,
            let former = kept.marker, case .readable(let record, let sha256) = stored
        else {
            self = .none
            return
        }
        let isCurrent = marker.sum == sha256
        if isCurrent, kept.sha256 == sha256, former == marker.state {
            self = .settled
        } else if isCurrent, kept.sha256 != sha256, record.marker == former {
            // The pass stopped between the marker and the note of how it was left.
            self = .interrupted
        } else if marker.sum == kept.sha256, marker.state == former, record.marker == former, record.says(kept.record) {
            // The pass stopped between favorites.json and the marker. The copy came before both, so an edit shows.
            self = .interrupted
        } else {
            self = .none
        }
    }
}
