internal import Belief
internal import Days
internal import Folder
internal import JSON

/// Reads `days.json`, and what 1.0.0 noted of days in a file for each kind.
///
/// The files of 1.0.0 are never written and stay as they lie, for it to find after the owner went back. Whatever it writes then
/// is newer than `days.json`, and counts when the owner comes forward again.
extension Tree {
    package var dayNotes: DayNotes {
        get throws {
            let noted = try readNote(DayNotes.self)
            var notes = noted ?? DayNotes()
            func former<Former: Decodable>(_ type: Former.Type, _ name: FilePath) throws -> Former? {
                try self.former(type, name, before: DayNotes.self, noted != nil)
            }
            notes.missing = try missing(noted?.missing)
            if let former = try former(FormerDisputes.self, "disputed.json") {
                // Disputes that 1.0.0 knew nothing of stay; one that it ended meanwhile ends with the next pass.
                notes.disputes.merge(
                    Disputes(pictures: former.days, words: former.words ?? [:], refused: former.refused ?? [:]))
            }
            let unverified = try former([String: [Day]].self, "unverified.json")
            notes.note(unasked: Set(unverified?["days"] ?? []).filter { notes.days[$0]?.picture == nil })
            if let check = try former(FormerCheck.self, "verify.json") { notes.damaged = check.damaged }
            return notes
        }
    }

    /// The days without an entry, for those who need no other notes: a fresh mirror of thirty years has a megabyte of them.
    package var missingDays: MissingDays {
        get throws {
            var reader = try JSONReader(root.read(DayNotes.file) ?? [])
            return try missing(try? JSONMembers(DayNotes.CodingKeys.self, of: &reader).decode(.missing))
        }
    }

    private func missing(_ noted: MissingDays?) throws -> MissingDays {
        let dates = try former([String: [Day: String]].self, "absent.json", before: DayNotes.self, noted != nil)
        guard let dates else { return noted ?? MissingDays() }
        var missing = MissingDays()
        missing.absent = (dates["absent"] ?? [:]).compactMapValues { Day($0) }
        missing.notYet = (dates["not_yet"] ?? [:]).compactMapValues { Day($0) }
        missing.reasons = (dates["left_out"] ?? [:]).merging(dates["refused"] ?? [:]) { $1 }
        return missing
    }

    /// The status of each file that is read for ``dayNotes``.
    var dayNotesStamp: [FileStatus?] {
        get throws {
            try [DayNotes.name, "disputed.json", "unverified.json", "verify.json", "absent.json"].map {
                try root.status(Self.own.appending($0))
            }
        }
    }

    /// How far the daemon's own check has come; `nil` before the first.
    package var checkupState: CheckupState? {
        get throws {
            let state = try readNote(CheckupState.self)
            return try former(CheckupState.self, "verify.json", before: CheckupState.self, state != nil) ?? state
        }
    }

    /// A note of 1.0.0, unless the note in its place is there and as new.
    private func former<Former: Decodable>(
        _ type: Former.Type, _ name: FilePath, before successor: (some MirrorNote).Type, _ isThere: Bool
    ) throws -> Former? {
        if isThere {
            let (former, new) = try (root.status(Self.own.appending(name)), root.status(successor.file))
            guard let former, new.map({ $0.written < former.written }) ?? true else { return nil }
        }
        return try root.read(Self.own.appending(name)).flatMap { try? JSONFile.decode(type, from: $0) }
    }
}

private struct FormerDisputes: Decodable {
    var days: [Day: Dispute]
    var words: [Day: Dispute]?
    var refused: [Day: String]?
}

private struct FormerCheck: Decodable {
    var damaged: [Day: String]
}
