package import Days
internal import Settings
internal import Words

/// How the mirror and its daemon are: `status.json`, and what `apod-mirror status` tells.
package struct MirrorStatus: Codable, Equatable, Sendable {
    var version = Version.current
    var mirror: String
    /// The daemon's; `nil` where none runs.
    var process: Int32?
    /// When the daemon began.
    var since: Timestamp?
    package var sync = Sync()
    var days: Days
    /// The newest day with a picture.
    var newest: Day?
    /// NASA's day as this was written.
    var today: Day
    /// Of all pictures and videos.
    var bytes: Int64
    /// Of all thumbnails, where pages are written.
    var thumbnailBytes: Int64?
    var freeBytes: Int64
    var favorites: Favorites
    var source: Source
    /// Seconds that this machine's clock is behind NASA's; nothing when it is right.
    var clockDifference: Int?
    /// What is not well, a sentence each; empty when all is.
    package var troubles: [String] = []

    package struct Sync: Codable, Equatable, Sendable {
        /// Whether one is under way, and how far it is.
        var running: Progress?
        var last: Timestamp?
        var outcome: String?
        /// Whether it came to its end.
        var isWhole: Bool?
        package var next: Timestamp?

        enum CodingKeys: String, CodingKey {
            case running, last, outcome, next
            case isWhole = "whole"
        }

        struct Progress: Codable, Equatable, Sendable {
            var done: Int
            var pictures: Int
        }
    }

    struct Days: Codable, Equatable, Sendable {
        var present = 0
        /// Of the mirror's own days, without a word why.
        var missing = 0
        /// By day, with the reason.
        var pending: [String: String] = [:]
        var disputed: [String: String] = [:]
        /// Pictures that are not right, with the reason.
        var doubtful: [String: String] = [:]
        /// NASA has no picture for them.
        var absent: [String] = []
        var hidden: [String] = []
    }

    struct Favorites: Codable, Equatable, Sendable {
        var count = 0
        /// Entries that are no favorites, by their paths below favorites/, with the reason: the first of them.
        var refused: [String: String] = [:]
        /// How many of them there are.
        var refusedCount: Int?
        /// The first of what could not be done.
        var troubles: [String] = []
        var watch = "inotify"

        enum CodingKeys: String, CodingKey {
            case count, refused, troubles, watch
            case refusedCount = "refused_count"
        }
    }

    struct Source: Codable, Equatable, Sendable {
        var name: String
        var address: String
        /// How many questions were asked today, and how many more the server allows, where it says so.
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
        case version, mirror, process, since, sync, days, newest, today, bytes, favorites, source, troubles
        case thumbnailBytes = "thumbnail_bytes"
        case freeBytes = "free_bytes"
        case clockDifference = "clock_difference"
    }
}

extension MirrorStatus {
    /// So many days without a new picture are not well.
    static let patience = 3

    package var isWell: Bool { troubles.isEmpty }

    /// The one sentence for `systemctl status`.
    func sentence(_ local: LocalTime) -> String {
        var facts: [String] = []
        if let trouble = troubles.first { facts.append(trouble.withoutFullStop) }
        var held = Quantity.plural(days.present, "picture")
        if favorites.count > 0 { held += ", \(Quantity.plural(favorites.count, "favorite"))" }
        if days.disputed.count > 0 { held += ", \(Quantity.count(days.disputed.count)) disputed" }
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
            } else if sync.isWhole == false, troubles.isEmpty {
                facts.append("NASA could not be asked")
            }
            if let next = sync.next { facts.append("next look \(local.text(next).suffix(5))") }
        }
        return facts.joined(separator: "; ")
    }
}

extension String {
    fileprivate var withoutFullStop: String {
        hasSuffix(".") ? String(dropLast()) : self
    }
}
