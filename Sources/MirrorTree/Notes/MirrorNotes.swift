package import Days
internal import Folder
internal import JSON

/// The notes beside the days, in small files of the mirror's own. Nothing is written where nothing changed, so a pass
/// without news leaves the disk alone.
package final class MirrorNotes {
    let tree: Tree
    /// The notes on days while a pass needs them, and the files' status when they were read.
    private var held: (stamp: [FileStatus?], notes: DayNotes)?
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
        if identity != former { try write(identity, as: "mirror.json") }
    }

    /// The notes on days, from memory where they are held and no file of theirs has changed.
    package var ofDays: DayNotes {
        get throws {
            if let held, try held.stamp == tree.dayNotesStamp { return held.notes }
            return try tree.dayNotes
        }
    }

    package func change(_ change: (inout DayNotes) -> Void) throws {
        let former = try ofDays
        var notes = former
        change(&notes)
        if notes != former { try write(notes, as: DayNotes.name) }
        if held != nil { held = (try tree.dayNotesStamp, notes) }
    }

    /// A picture that is about to take another's place.
    package typealias Replacement = (day: Day, former: Metadata.Picture, new: Metadata.Picture)

    package func note(_ replacements: [Replacement]) throws {
        if replacements.isEmpty { return }
        try change { notes in for (day, former, new) in replacements { notes.note(new, inPlaceOf: former, of: day) } }
    }

    /// Reads the notes on days, and holds them until ``letGo()``: a fresh mirror of thirty years has a megabyte of them,
    /// which a pass needs three times.
    package func hold() throws -> DayNotes {
        let stamp = try tree.dayNotesStamp
        let notes = try ofDays
        held = (stamp, notes)
        return notes
    }

    package func letGo() { held = nil }

    /// Notes what the mirror holds.
    package func save(_ held: HeldSums) throws {
        try tree.saver().save(held.text(of: .all), as: NotedSums.name, in: tree.root.makeFolder(Tree.own))
    }

    package func record(_ refresh: LastRefresh) throws {
        var state = try tree.sourceState
        state.lastRefresh = refresh
        try save(state)
    }

    /// Removes the notes on days that are gone.
    package func forget(where isGone: (Day) -> Bool) throws {
        try change { $0.forget(where: isGone) }
        try forgetDoubts(where: isGone)
    }

    package func save<Note: MirrorNote>(_ note: Note) throws {
        if try tree.readNote(Note.self) != note { try write(note, as: Note.name) }
    }

    private func write(_ note: some Encodable, as name: FilePath) throws {
        try tree.saver().save(JSONFile.encode(note), as: name, in: tree.root.makeFolder(Tree.own))
    }
}
