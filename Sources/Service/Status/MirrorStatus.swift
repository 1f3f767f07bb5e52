package import Days
package import MirrorTree
internal import Settings

/// The status of the mirror and its daemon: `status.json`, and what `apod-mirror status` tells.
package struct MirrorStatus: Codable, Equatable, Sendable {
    var version = Version.current
    var mirror: String
    /// The daemon's process id; `nil` where no daemon runs.
    var process: Int32?
    /// When the daemon began.
    var since: Timestamp?
    package var sync = Sync()
    var days: Days
    /// The newest day with a picture.
    var newest: Day?
    /// NASA's day when the status was made.
    var today: Day
    /// The bytes of all pictures and videos.
    var bytes: Int64
    /// The bytes of all thumbnails, where pages are written.
    var thumbnailBytes: Int64?
    var freeBytes: Int64
    var favorites: Favorites
    var source: Source
    /// Seconds that this machine's clock is behind NASA's; `nil` when it is right.
    var clockDifference: Int?
    /// The news since the owner noted the sums; `nil` where none are noted.
    package var sums: Sums?
    /// The troubles, a sentence each; empty when all is well.
    package var troubles: [String] = []

    package struct Sums: Codable, Equatable, Sendable {
        var noted: Timestamp?
        var changes: HeldChanges.Counts?
        /// Why it cannot be told.
        var trouble: String?
    }

    package struct Sync: Codable, Equatable, Sendable {
        /// The progress of the sync that is under way; `nil` while there is none.
        var running: Progress?
        var last: Timestamp?
        var outcome: String?
        /// Whether the last sync came to its end.
        var isWhole: Bool?
        package var next: Timestamp?
        /// The pictures and the words of the last sync that gave way to NASA's, and the stories that a notice was cut off;
        /// `nil` where that is not known.
        var replaced: Int?
        var corrected: Int?
        var cut: Int?
        /// Hosts of pictures that were away or had none in the last sync, each with the reason; `nil` where there are none.
        var hosts: [String: String]?

        enum CodingKeys: String, CodingKey {
            case running, last, outcome, next, replaced, corrected, cut, hosts
            case isWhole = "whole"
        }

        struct Progress: Codable, Equatable, Sendable {
            var done: Int
            var pictures: Int
        }

        mutating func tell(_ report: PassReport) {
            last = report.ended
            outcome = report.isCounted || !report.isWhole ? report.sentence : nil
            // The end of a pass does not tell what it did before.
            if report.stopped != nil, !report.changes.isEmpty {
                outcome = report.sentence.withoutFullStop + "; before that " + report.changes.joined(separator: ", ")
            }
            isWhole = report.isWhole
            if report.isCounted { (replaced, corrected, cut) = (report.replaced, report.corrected, report.cut) }
            hosts = report.hostsAway.isEmpty ? nil : report.hostsAway
        }
    }

    struct Days: Codable, Equatable, Sendable {
        var present = 0
        /// The number of present days that have their record as NASA served it; `nil` from a daemon that kept none.
        var records: Int?
        /// The number of days whose words or picture have not settled yet; `nil` from a daemon that did not count them.
        var provisional: Int?
        /// The number of the mirror's own days whose picture is missing for no known reason.
        var missing = 0
        /// The pending days, with the reason.
        var pending: [String: String] = [:]
        var disputed: [String: String] = [:]
        /// Stored days whose last answer is not believed, with the reason; `nil` where there are none.
        var refused: [String: String]?
        /// Days whose picture came whole and may be damaged, with the reason.
        var doubtful: [String: String] = [:]
        /// Days for which NASA has no picture.
        var absent: [String] = []
        var hidden: [String] = []
        /// Days whose picture stands in for a better one that NASA does not give; `nil` from a daemon that did not tell them.
        var standIns: [Day]?

        enum CodingKeys: String, CodingKey {
            case present, records, provisional, missing, pending, disputed, refused, doubtful, absent, hidden
            case standIns = "stand_ins"
        }
    }

    struct Favorites: Codable, Equatable, Sendable {
        var count = 0
        /// The first entries that are no favorites, by their paths below favorites/, with the reason.
        var refused: [String: String] = [:]
        /// The number of all entries that are no favorites.
        var refusedCount: Int?
        /// The first failures of the last scan, a sentence each.
        var troubles: [String] = []
        var watch = "inotify"
        /// Favorites that the vault lacks; `nil` from a daemon that did not count them.
        var lacking: [Day]?
        /// Days that are favorites by no record and stay in the vault; `nil` as above.
        var unrecorded: [Day]?

        enum CodingKeys: String, CodingKey {
            case count, refused, troubles, watch, lacking, unrecorded
            case refusedCount = "refused_count"
        }
    }

    struct Source: Codable, Equatable, Sendable {
        var name: String
        var address: String
        /// The requests made today, and how many more the server allows, where it says so.
        var requestsToday = 0
        var requestsLeft: Int?
        var pausedUntil: Timestamp?

        enum CodingKeys: String, CodingKey {
            case name, address
            case requestsToday = "requests_today"
            case requestsLeft = "requests_left"
            case pausedUntil = "paused_until"
        }
    }

    enum CodingKeys: String, CodingKey {
        case version, mirror, process, since, sync, days, newest, today, bytes, favorites, source, sums, troubles
        case thumbnailBytes = "thumbnail_bytes"
        case freeBytes = "free_bytes"
        case clockDifference = "clock_difference"
    }
}

extension MirrorStatus {
    /// After so many days without a new picture the mirror is not well.
    static let patience = 3

    package var isWell: Bool { troubles.isEmpty && favorites.lackingSentence == nil }

    /// The one sentence for `systemctl status`.
    func sentence(_ local: LocalTime) -> String {
        var facts: [String] = []
        if let trouble = troubles.first ?? favorites.lackingSentence { facts.append(trouble.withoutFullStop) }
        var held = Quantity.plural(days.present, "picture")
        if favorites.count > 0 { held += ", \(Quantity.plural(favorites.count, "favorite"))" }
        if days.disputed.count > 0 { held += ", \(Quantity.count(days.disputed.count)) disputed" }
        if let refused = days.refused?.count, refused > 0 { held += ", \(Quantity.count(refused)) refused" }
        if days.doubtful.count > 0 { held += ", \(Quantity.count(days.doubtful.count)) doubtful" }
        facts.append(held)
        if let progress = sync.running {
            facts.append(
                progress.pictures == 0
                    ? "asking NASA"
                    : "fetching \(Quantity.count(progress.done + 1)) of \(Quantity.count(progress.pictures))")
        } else {
            if let newest, newest >= today {
                facts.append("today's is in")
            } else if sync.isWhole == true, troubles.isEmpty {
                facts = ["NASA has not published today's yet (often hours late)"]
            }
            if let next = sync.next { facts.append("next sync \(local.text(next).suffix(5))") }
        }
        return facts.joined(separator: "; ")
    }
}

extension MirrorStatus.Favorites {
    var lackingSentence: String? {
        guard let count = lacking?.count, count > 0 else { return nil }
        return "\(Quantity.plural(count, "favorite")) \(count == 1 ? "has" : "have") no copy in the vault."
    }
}

extension String {
    var withoutFullStop: String {
        hasSuffix(".") ? String(dropLast()) : self
    }
}

// MARK: - Since sums were noted

extension MirrorStatus {
    /// Adds what changed since the owner noted the sums, which takes longer than a daemon lets its answers take.
    package mutating func addSums(of tree: Tree) {
        do {
            guard let noted = try tree.notedSums else { return }
            let held = try tree.heldSums(tree.listing())
            sums = Sums(noted: noted.noted, changes: HeldChanges(from: noted.held, to: held).counts)
        } catch {
            sums = Sums(trouble: "\(error)")
        }
    }
}
