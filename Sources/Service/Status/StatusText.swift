package import Days

/// The lines that `apod-mirror status` prints, a fact each. Pure.
package struct StatusText: Sendable {
    package let status: MirrorStatus
    package let local: LocalTime
    /// The root as its owner writes it.
    package let place: String
    /// The options that a suggested command must repeat to mean this mirror.
    package var options = ""

    package init(status: MirrorStatus, local: LocalTime, place: String, options: String = "") {
        self.status = status
        self.local = local
        self.place = place
        self.options = options
    }

    package var lines: [String] {
        let parts = [
            [head, held].compactMap(\.self), missing, records, provisional, syncs, notices, [favorites, source], sums,
            hosts, listed("Pending", status.days.pending),
            listed("Disputed", status.days.disputed, andThen: "verify --accept"),
            listed("Refused", status.days.refused ?? [:]),
            listed("Doubtful", status.days.doubtful),
            days("Stand-ins", status.days.standIns?.map(\.description) ?? []),
            days("Hidden", status.days.hidden), days("Absent at NASA", status.days.absent),
            listed("Not a favorite", status.favorites.refused, of: status.favorites.refusedCount),
            listed("favorites/", status.favorites.troubles), unrecorded, clock, listed("Problem", status.troubles),
            lacking,
        ]
        return parts.flatMap(\.self)
    }

    private static let shown = 8

    private var head: String? {
        guard let process = status.process, let since = status.since else { return nil }
        return "apod-mirror \(status.version), running since \(local.text(since)) (process \(process))"
    }

    private var missing: [String] {
        status.days.missing == 0
            ? [] : ["Missing: \(Quantity.plural(status.days.missing, "picture")) of the mirror's days"]
    }

    /// A mirror of a time when no records were kept gets them with the blocks of old days that are read again, 25 a day.
    private var records: [String] {
        guard let records = status.days.records, records < status.days.present else { return [] }
        return ["Records: \(Quantity.count(records)) of \(Quantity.plural(status.days.present, "day"))"]
    }

    private var provisional: [String] {
        guard let count = status.days.provisional, count > 0 else { return [] }
        return ["Provisional: \(Quantity.plural(count, "day")) \(count == 1 ? "has" : "have") not settled yet"]
    }

    private var notices: [String] {
        guard let count = status.sync.cut, count > 0 else { return [] }
        return ["Notices: cut off \(count == 1 ? "1 story" : "\(Quantity.count(count)) stories") in the last sync"]
    }

    private var hosts: [String] {
        let reasons = (status.sync.hosts ?? [:]).values.sorted()
        return listed(
            "Host",
            reasons.map { reason in
                let count = status.days.pending.values.count { $0 == reason }
                let days = "\(Quantity.plural(count, "day")) \(count == 1 ? "waits" : "wait") for it"
                return count == 0 ? reason : "\(reason); \(days)"
            })
    }

    private var held: String {
        let thumbnails = status.thumbnailBytes.map { $0 > 0 ? ", and thumbnails of \(Quantity.bytes(Int($0)))" : "" }
        return "\(place): \(Quantity.plural(status.days.present, "picture")), \(Quantity.bytes(Int(status.bytes)))"
            + "\(thumbnails ?? ""); \(Quantity.bytes(Int(status.freeBytes))) free"
    }

    private var syncs: [String] {
        var lines: [String] = []
        if let newest = status.newest { lines.append("Newest: \(newest == status.today ? "today's" : "\(newest)")") }
        if let last = status.sync.last {
            lines.append("Last sync: \(local.text(last))" + (status.sync.outcome.map { ", \($0)" } ?? ""))
        }
        if let running = status.sync.running {
            lines.append("Syncing: \(Quantity.count(running.done)) of \(Quantity.plural(running.pictures, "picture"))")
        } else if let next = status.sync.next {
            lines.append("Next sync: \(local.text(next))")
        }
        return lines
    }

    private var favorites: String {
        let count = Quantity.plural(status.favorites.count, "favorite")
        return "Favorites: \(count)" + (status.process == nil ? "" : ", watched by \(status.favorites.watch)")
    }

    private var lacking: [String] {
        guard let sentence = status.favorites.lackingSentence else { return [] }
        return ["Problem: \(sentence) To put that right: apod-mirror sync\(options)"]
    }

    private var unrecorded: [String] {
        guard let days = status.favorites.unrecorded, let first = days.first else { return [] }
        return self.days("Only in the vault", days.map(\.description)).map {
            "\($0). No record says what became of these favorites. To have one back: apod-mirror favorites restore \(first)\(options)"
        }
    }

    private var source: String {
        var text = "Source: \(status.source.name) at \(status.source.address)"
        if status.process != nil { text += ", \(Quantity.plural(status.source.requestsToday, "request")) today" }
        if let left = status.source.requestsLeft { text += ", \(Quantity.count(left)) left" }
        if let until = status.source.pausedUntil { text += "; it asks to be left alone until \(local.text(until))" }
        return text
    }

    private var sums: [String] {
        guard let sums = status.sums else { return [] }
        guard let noted = sums.noted, let changes = sums.changes else { return ["Sums: \(sums.trouble ?? "unknown")"] }
        return ["Sums: noted \(local.text(noted)); since then \(changes)"]
    }

    private var clock: [String] {
        guard let difference = status.clockDifference else { return [] }
        let amount = Quantity.duration(.seconds(difference.magnitude))
        return [
            "This machine's clock is \(amount) \(difference > 0 ? "behind" : "ahead of") NASA's; theirs is gone by."
        ]
    }

    /// - Parameter count: The number of all entries, where `reasons` holds only the first of them.
    private func listed(
        _ what: String, _ reasons: [String: String], of count: Int? = nil, andThen command: String? = nil
    ) -> [String] {
        let sorted = reasons.sorted { $0.key > $1.key }
        let lines = sorted.prefix(Self.shown).map { day, reason in
            "\(what): \(day), \(reason)" + (command.map { ". To take it: apod-mirror \($0) \(day)\(options)" } ?? "")
        }
        return lines + more((count ?? sorted.count) - Self.shown)
    }

    private func listed(_ what: String, _ sentences: [String]) -> [String] {
        sentences.prefix(Self.shown).map { "\(what): \($0)" } + more(sentences.count - Self.shown)
    }

    private func more(_ count: Int) -> [String] {
        count > 0 ? ["… and \(Quantity.count(count)) more"] : []
    }

    private func days(_ what: String, _ days: [String]) -> [String] {
        guard !days.isEmpty else { return [] }
        let shown = days.sorted(by: >).prefix(Self.shown).joined(separator: ", ")
        return ["\(what): \(shown)" + (days.count > Self.shown ? " and \(days.count - Self.shown) more" : "")]
    }
}
