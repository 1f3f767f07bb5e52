package import Belief
package import Days
internal import Folder
internal import JSON

/// The notes beside the days, in small files of the mirror's own. Nothing is written where nothing changed, so a pass
/// without news leaves the disk alone.
package final class MirrorNotes {
    let tree: Tree
    /// The doubts, held in memory while many are recorded.
    var doubts: Doubts?
    /// How many changes of the doubts are not written yet.
    var unsavedDoubts = 0

    package init(_ tree: Tree) {
        self.tree = tree
    }

    package func identity() throws -> MirrorIdentity {
        try Tree.identity(in: tree.root) ?? tree.identity
    }

    /// Moves the mirror's first day back, never forward. A provisional first day, set before NASA's clock was known, is
    /// corrected. Days that are there already stay within.
    package func extendHistory(to start: Day, oldest: Day?) throws {
        let former = try identity()
        let known = former.isProvisional == true ? oldest : former.start
        var identity = former
        identity.start = min(start, known ?? start)
        identity.isProvisional = nil
        try save(identity, as: "mirror.json", insteadOf: former)
    }

    /// Records what a pass has learned of days, beside what is stored of them.
    package func record(_ learned: LearnedDays, today: Day) throws {
        var absent = try tree.absentDays
        var disputes = try tree.disputes
        for day in learned.hasEntry { absent.forget(day) }
        for day in learned.settled { disputes[day] = nil }
        for day in learned.settledWords { disputes.set(nil, aboutWordsOf: day) }
        for day in learned.believed { disputes.set(refusal: nil, of: day) }
        for (day, reason) in learned.disbelieved { disputes.set(refusal: reason, of: day) }
        for (day, confirmed) in learned.unpublished { absent.record(day, confirmed: confirmed, today: today) }
        for (day, reason) in learned.leftOut { absent.record(leftOut: day, reason: reason) }
        for (day, reason) in learned.refused { absent.record(refused: day, reason: reason) }
        try save(absent)
        try save(disputes)
    }

    /// Notes disputes before their days say that they are disputed: nobody could settle one that is nowhere told.
    package func record(disputes pictures: [Day: Dispute], aboutWords words: [Day: Dispute]) throws {
        var disputes = try tree.disputes
        for (day, dispute) in pictures { disputes[day] = dispute }
        for (day, dispute) in words { disputes.set(dispute, aboutWordsOf: day) }
        try save(disputes)
    }

    /// Notes that the owner keeps what is stored of these days, and declines what is disputed.
    package func keep(_ stored: [Metadata], at now: Timestamp) throws {
        var (notes, disputes) = (try tree.dayNotes, try tree.disputes)
        for metadata in stored {
            notes.keep(metadata, against: disputes, now: now)
            disputes[metadata.date] = nil
            disputes.set(nil, aboutWordsOf: metadata.date)
        }
        // The no comes first: with it the next sync ends a dispute that a power cut left.
        try save(notes, at: now)
        try save(disputes)
    }

    package func save(_ notes: DayNotes, at now: Timestamp) throws {
        try save(notes.loud(at: now), as: DayNotes.file, insteadOf: tree.dayNotes)
    }

    func save(_ absent: AbsentDays) throws {
        try save(absent, as: AbsentDays.file.name, insteadOf: try tree.absentDays)
    }

    func save(_ disputes: Disputes) throws {
        try save(disputes, as: "disputed.json", insteadOf: try tree.disputes)
    }

    func save(_ doubts: Doubts) throws {
        try save(doubts, as: "doubtful.json", insteadOf: try tree.readNote(Doubts.self, "doubtful.json"))
    }

    package func save(_ state: SourceState) throws {
        try save(state, as: "schedule.json")
    }

    package func save(_ state: CheckupState) throws {
        try save(state, as: "verify.json", insteadOf: try tree.checkupState)
    }

    package func save(_ state: ReadingState) throws {
        try save(state, as: ReadingState.file, insteadOf: try tree.readingState)
    }

    /// Notes what the mirror holds.
    package func save(_ held: HeldSums) throws {
        try tree.saver().save(held.text(of: .all), as: HeldSums.noteName, in: tree.root.makeFolder(Tree.own))
    }

    /// Records the days that a check of all days found damaged and left so, with the reason.
    package func record(damaged: [Day: String]) throws {
        var state = try tree.checkupState ?? CheckupState(ended: .now)
        state.record(damaged)
        try save(state)
    }

    package func record(_ refresh: LastRefresh) throws {
        var state = try tree.sourceState
        state.lastRefresh = refresh
        try save(state)
    }

    /// Removes the disputes and doubts about days that are gone.
    package func forget(where isGone: (Day) -> Bool) throws {
        func isKept(_ text: String) -> Bool { Day(text).map { !isGone($0) } ?? true }
        var disputes = try tree.disputes
        disputes.days = disputes.days.filter { isKept($0.key) }
        disputes.words = disputes.words?.filter { isKept($0.key) }
        disputes.refused = disputes.refused?.filter { isKept($0.key) }
        try save(disputes)
        try forgetDoubts(keeping: isKept)
        try forgetUnverified(where: isGone)
        var notes = try tree.dayNotes
        notes.days = notes.days.filter { !isGone($0.key) }
        try save(notes, as: DayNotes.file, insteadOf: tree.dayNotes)
    }

    func save<Note: Encodable & Equatable>(
        _ note: Note, as name: FilePath, insteadOf former: Note? = nil
    ) throws {
        if note == former { return }
        try tree.saver().save(JSONFile.encode(note), as: name, in: tree.root.makeFolder(Tree.own))
    }
}

/// Facts that a pass has learned of days and that are written beside the days themselves, into the notes.
package struct LearnedDays: Sendable {
    package var hasEntry: Set<Day> = []
    /// Days that have no dispute any more.
    package var settled: Set<Day> = []
    /// Days whose words have no dispute any more.
    package var settledWords: Set<Day> = []
    /// Days whose answers are believed by themselves.
    package var believed: Set<Day> = []
    /// Stored days whose answers are not believed, with the reason.
    package var disbelieved: [Day: String] = [:]
    /// Days without an entry, and whether the source said so to a request for that very day.
    package var unpublished: [Day: Bool] = [:]
    /// Days that nothing is known of, since a list left them out.
    package var leftOut: [Day: String] = [:]
    /// Days without an entry whose answers could not be read or believed, with the reason.
    package var refused: [Day: String] = [:]

    package init() {}
}

/// `.apod-mirror/disputed.json`: what NASA says of stored days and is held back. Replacements and corrections that look
/// like an accident wait for the owner's word; answers that are refused as a whole only for better ones.
package struct Disputes: Codable, Equatable, Sendable {
    /// The disputes about pictures.
    package var days: [String: Dispute] = [:]
    /// The disputes about words, a day's title, story and credit; `nil` where there are none. Their addresses are empty,
    /// and their sums are those of the words.
    package var words: [String: Dispute]?
    /// The days whose last answer is for another day or otherwise not to be believed, with the reason; `nil` where there
    /// are none. Nothing of such an answer can be taken.
    package var refused: [String: String]?

    /// The reasons of all disputes, by day.
    package var reasons: [String: String] {
        days.mapValues(\.reason).merging((words ?? [:]).mapValues(\.reason)) { "\($0), and \($1)" }
    }

    package func isDisputed(_ day: Day) -> Bool { self[day] != nil || aboutWords(day) != nil }

    /// The days of which anything is held back.
    package var allDays: Set<Day> {
        let names = [Array(days.keys), Array((words ?? [:]).keys), Array((refused ?? [:]).keys)]
        return Set(names.joined().compactMap { Day($0) })
    }

    /// The dispute about a day's words.
    package func aboutWords(_ day: Day) -> Dispute? { words?[day.description] }

    package mutating func set(_ dispute: Dispute?, aboutWordsOf day: Day) {
        words = (words ?? [:]).filter { $0.key != day.description }
        if let dispute { words?[day.description] = dispute }
        if words?.isEmpty == true { words = nil }
    }

    mutating func set(refusal reason: String?, of day: Day) {
        if reason == nil, refused == nil { return }
        refused = (refused ?? [:]).filter { $0.key != day.description }
        refused?[day.description] = reason
        if refused?.isEmpty == true { refused = nil }
    }

    /// The dispute about a day's picture.
    package subscript(day: Day) -> Dispute? {
        get { days[day.description] }
        set { days[day.description] = newValue }
    }
}

extension Tree {
    package var disputes: Disputes {
        get throws { try readNote(Disputes.self, "disputed.json") ?? Disputes() }
    }
}
