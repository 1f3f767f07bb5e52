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
        if identity == former { return }
        try tree.saver().save(JSONFile.encode(identity), as: "mirror.json", in: tree.root.makeFolder(Tree.own))
    }

    /// The notes on days, from memory where they are held and no file of theirs has changed.
    package var ofDays: DayNotes {
        get throws {
            if let held, try held.stamp == tree.dayNotesStamp { return held.notes }
            return try tree.dayNotes
        }
    }

    /// Changes the notes on days, and saves others beside them.
    package func change(beside others: [any MirrorNote] = [], _ change: (inout DayNotes) -> Void) throws {
        let former = try ofDays
        var notes = former
        change(&notes)
        try write((notes == former ? [] : [notes]) + changed(others))
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

    /// Records a pass for the schedule, with its report where there is one.
    package func record(_ refresh: LastRefresh, with report: PassReport? = nil) throws {
        var state = try tree.sourceState
        state.lastRefresh = refresh
        let notes: [(any MirrorNote)?] = [report, state]
        try write(changed(notes.compactMap(\.self)))
    }

    /// Removes the notes on days that are gone.
    package func forget(where isGone: (Day) -> Bool) throws {
        try change { $0.forget(where: isGone) }
        try forgetDoubts(where: isGone)
    }

    package func save(_ notes: any MirrorNote...) throws {
        try write(changed(notes))
    }

    /// The notes that differ from what stands in their files.
    private func changed(_ notes: [any MirrorNote]) throws -> [any MirrorNote] {
        func differs<Note: MirrorNote>(_ note: Note) throws -> Bool { try tree.readNote(Note.self) != note }
        return try notes.filter { try differs($0) }
    }

    /// Writes notes side by side. None needs another: each can be made again.
    private func write(_ notes: [any MirrorNote]) throws {
        if notes.isEmpty { return }
        try tree.saver().save(
            notes.map { (type(of: $0).name, try JSONFile.encode($0)) }, in: tree.root.makeFolder(Tree.own))
    }
}
