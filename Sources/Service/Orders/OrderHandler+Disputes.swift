internal import Archive
internal import Days
internal import Folder
internal import MirrorTree
internal import NASA
internal import Refresh
internal import Settings
internal import Store

/// The owner's yes and no to what NASA says of stored days and the mirror holds back.
extension OrderHandler {
    /// Takes the new pictures and words of disputed days, and of days of which they were declined before.
    func accept(_ which: DisputedDays) async throws -> ExitCode {
        let days = try disputed(which, or: archive.tree.dayNotes.hasDeclined)
        if days.isEmpty { return nothingDisputed() }
        let taken = Monitor((pictures: Set<Day>(), words: Set<Day>()))
        let report = try await shown {
            try await archive.events.heard { event in
                switch event {
                case .stored(let metadata, .picture): taken.withLock { _ = $0.pictures.insert(metadata.date) }
                case .stored(let metadata, .words): taken.withLock { _ = $0.words.insert(metadata.date) }
                default: break
                }
            } during: {
                try await passes.fetch(.replacements(of: Set(days)))
            }
        }
        let (pictures, words) = taken.withLock { ($0.pictures, $0.words) }
        let after = try archive.tree.dayNotes.disputes
        var isAll = true
        for day in days {
            if pictures.contains(day) {
                line("\(day) now has NASA's new picture; the former one is in metadata/superseded/.")
            } else if words.contains(day) {
                line("\(day) now has NASA's new words.")
            } else if !after.isDisputed(day) {
                line("\(day) stays as it is: NASA shows again what is stored.")
            } else if report.stopped == nil {
                isAll = false
                line("\(day): what is new could not be fetched; try again later.")
            }
        }
        if let stopped = report.stopped { return told(stopped) }
        return isAll ? .fine : .notAllWell
    }

    /// Keeps what is stored of disputed days: it has settled from now on, and what NASA says instead is disputed no more.
    func keep(_ which: DisputedDays) async throws -> ExitCode {
        try archive.claim.check()
        // A pass that is under way would overwrite the notes at its end.
        let kept = try await passes.between { try await noteKept(which) }
        if kept.isEmpty { return nothingDisputed() }
        for (day, parts) in kept { line("\(day) keeps its \(parts); what NASA has instead is disputed no more.") }
        archive.events.send(.passEnded)
        return .fine
    }

    /// Notes what is kept, and returns it by day.
    private func noteKept(_ which: DisputedDays) async throws -> [(Day, parts: String)] {
        let before = try archive.tree.dayNotes.disputes
        let days = try disputed(which)
        let now = passes.clock.now
        let stored = try await archive.perform { archive in
            let stored = try days.compactMap { try archive.tree.metadata($0) }
            try archive.notes.change { notes in stored.forEach { notes.keep($0, now: now) } }
            return stored
        }
        for metadata in stored where metadata.mirror.state == .disputed { try await settle(metadata.date) }
        return stored.map { metadata in
            let day = metadata.date
            let parts = [before.pictures[day].map { _ in "picture" }, before.words[day].map { _ in "words" }]
            return (day, parts.compactMap(\.self).joined(separator: " and "))
        }
    }

    /// Has a day's JSON say no more that the day is disputed. Where the day is changed meanwhile, the next sync does that.
    private func settle(_ day: Day) async throws {
        let stored = try await archive.incoming.storedDay(day)
        guard stored.isPresent, var metadata = stored.metadata else { return }
        metadata.mirror.state = .present
        do {
            _ = try await archive.store(DayChange(metadata: metadata, content: .kept, basis: .judged(stored)))
        } catch is DayChanged {}
    }

    /// The days that are meant, each once.
    private func disputed(_ which: DisputedDays, or isMeant: (Day) -> Bool = { _ in false }) throws -> [Day] {
        let disputes = try archive.tree.dayNotes.disputes
        switch which {
        case .all: return disputes.allDays.filter(disputes.isDisputed).sorted()
        case .named(let days):
            for day in days where !disputes.isDisputed(day) && !isMeant(day) { throw NothingDisputed(day: day) }
            return Set(days).sorted()
        }
    }

    private func nothingDisputed() -> ExitCode {
        if !request.isQuiet { line("Nothing is disputed.") }
        return .fine
    }
}

struct NothingDisputed: ExitCoded, Equatable, CustomStringConvertible {
    var day: Day

    var exitCode: ExitCode { .notAllWell }

    var description: String { "\(day) is not disputed; there is nothing to accept or to keep." }
}
