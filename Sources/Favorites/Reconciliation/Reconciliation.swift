internal import Days
internal import Folder
internal import MirrorTree

/// What follows from what lies in `favorites/` and what is persisted. Pure: disk and clock come in as values, and what
/// is to be done comes out as steps in their order.
///
/// Additions at once, removals reluctantly. A link counts from the moment it is seen. That a recorded link is missing
/// counts only if the folder is certainly the one that was recorded (``Trust``), all of it could be read, and two such
/// looks at least two seconds apart found the same, the second of them at every name as it lay at one moment. In every
/// other case the pass is a union and forgets nothing: links become favorites, favorites without a link get theirs back,
/// and only when the folder has stood like that through two more looks is it trusted again.
package struct Reconciliation: Equatable, Sendable {
    /// What is true of the favorites from now on.
    var record: FavoritesRecord
    /// The days of which it says something else than before; `nil` where that was not followed.
    var changed: Set<Day>? = []
    /// What makes it so; empty when all is as it should be.
    var steps: [Step] = []
    /// What the next look must know of this one.
    var memory: Memory
    /// When to look again although nothing happened; `nil` for never.
    var lookAgain: Duration?

    /// How far apart two looks must be that prove something together.
    package static let apart = Duration.seconds(2)
    /// How long to wait for hands that move links while all of them are listed.
    static let pause = Duration.milliseconds(200)

    enum Step: Equatable, Sendable {
        /// Sees to it that these new favorites are in the vault.
        case keep(Set<Day>)
        case setAsideDamaged
        /// Makes links for favorites that have none.
        case giveBack([Favorite])
        /// Puts a new, empty marker into the folder.
        case replaceMarker
        /// Puts the mirror's own copy in place before `favorites.json` itself: whoever damages the one right after it
        /// was written, and the folder too, does not get at the other.
        case copy(KeptFavorites)
        /// Writes `favorites.json`; in a trusted folder it notes what the marker is until it gets the new sum.
        case write(FavoritesRecord, isTrusted: Bool)
        /// Writes the sum of `favorites.json` into the marker, then notes how the two were left.
        case mark
    }

    /// Between two looks. Nothing of it outlives the process: a start begins to look anew.
    enum Memory: Equatable, Sendable {
        case calm
        /// Something is missing in a trusted folder: which links, and what the others were then.
        case missing([Day: Set<FilePath>], since: Duration, links: [FilePath: Day])
        /// A union, before anything was given back.
        case uncertain(since: Duration, links: [FilePath: Day])
        /// A union that gave back what was missing; `nil` until the folder was looked at after that.
        case settling(since: Duration, links: [FilePath: Day], marker: MarkerState?)
    }

    /// What a pass found.
    struct Findings: Sendable {
        /// All that is known to lie there.
        var scan: FavoritesScan
        /// Whether every name was listed for it, and not only those that changed, and none came or went meanwhile.
        ///
        /// What is known of the other names is as good as looked at for what it adds: each was read once, and the system
        /// tells of every change. But a word of it can get lost, and a link that moves while albums are listed one after
        /// another may be found in none. Either may make an addition late; it must not make a removal of a link that only
        /// went elsewhere. So what such a look misses is no more than a doubt, and only a look at all names as they lay
        /// at one moment, with the same links, ends it.
        var isSnapshot: Bool
        /// What the links that may mean something else than at the look before meant then; `nil` where nothing was known,
        /// and all of them are compared with what is recorded.
        var former: [FilePath: Day?]?
        var stored: StoredFavorites
        var kept: KeptFavorites?
        var markers: (before: Marker?, after: Marker?)
        /// What the process itself last wrote, if it wrote any.
        var lastWritten: FavoritesRecord?
        var now: Timestamp
        /// Of a clock that nobody sets.
        var elapsed: Duration
    }

    init(of findings: Findings, after memory: Memory, title: (Day) -> String?) {
        record = FavoritesRecord()
        self.memory = memory
        switch Trust(markers: findings.markers, stored: findings.stored, kept: findings.kept) {
        case .settled: reconcileTrusted(findings, isInterrupted: false, title)
        case .interrupted: reconcileTrusted(findings, isInterrupted: true, title)
        case .none: reconcileUnion(findings, title)
        }
    }
}

extension Reconciliation.Findings {
    /// The links that may be news.
    var newLinks: [FilePath: Day] {
        guard let former else { return scan.links }
        return former.reduce(into: [:]) { $0[$1.key] = scan.links[$1.key] }
    }
}

extension Reconciliation {
    /// The days whose favorite came or went, or has other links.
    func daysWithOtherLinks(than stored: FavoritesRecord?) -> [Day] {
        let former = stored?.favorites ?? [:]
        let days = changed ?? Set(record.favorites.keys).union(former.keys)
        return days.filter { record.favorites[$0]?.links != former[$0]?.links }.sorted()
    }

    /// Every link that means a day is a favorite's. The title is the one that NASA calls the day by; it is looked up where it
    /// may be another than is recorded.
    mutating func add(_ links: [FilePath: Day], _ findings: Findings, _ title: (Day) -> String?) {
        for (link, day) in links {
            if record.favorites[day]?.links.contains(link) != true {
                let noted = findings.kept?.record.favorites[day]?.added
                record.add(link, to: day, title: title(day), added: noted ?? findings.now)
                changed?.insert(day)
                continue
            }
            let recorded = record.favorites[day]?.title
            guard recorded == nil || findings.former?.keys.contains(link) == true, let title = title(day),
                title != recorded
            else { continue }
            record.favorites[day]?.title = title
            changed?.insert(day)
        }
    }

    mutating func keepNew(since former: FavoritesRecord?) {
        let days = changed ?? Set(record.favorites.keys)
        let new = days.filter { record.favorites[$0] != nil && former?.favorites[$0] == nil }
        if !new.isEmpty { steps.append(.keep(new)) }
    }
}
