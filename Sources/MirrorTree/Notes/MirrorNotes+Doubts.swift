package import Days
internal import Folder

/// Pictures are noted together: those of one commit at once, and those that are decoded one after another a few dozen at a
/// time. Written for each, the note of a mirror full of them would take minutes.
extension MirrorNotes {
    /// These days have their pictures from now on: whether the size alone makes one doubtful. What the decoder says of it
    /// comes later; until then nothing is taken back, so that a former doubt goes on counting.
    package func noteSizes(of days: [Metadata]) throws {
        let isDecoding = doubts != nil
        for metadata in days {
            guard let picture = metadata.mirror.picture, let reason = picture.smallness else { continue }
            try noteDoubt(reason, about: metadata.date, sha256: picture.sha256, now: picture.fetched)
        }
        try isDecoding ? saveDoubts() : endDecoding()
    }

    /// Until ``endDecoding()``, what is noted may wait for more.
    ///
    /// - Parameter complaint: what a decoder says is wrong with the picture; `nil` when nothing is.
    package func noteDecoded(_ day: Day, sha256: String, complaint: String?, now: Timestamp) throws {
        if complaint == nil, try knownDoubts()[day] == nil { return }
        // The day may have another picture by now.
        guard let picture = try tree.metadata(day)?.mirror.picture, picture.sha256 == sha256 else { return }
        try noteDoubt(complaint ?? picture.smallness, about: day, sha256: sha256, now: now)
        if unsavedDoubts >= Self.window { try saveDoubts() }
    }

    private static let window = 32

    /// No picture is decoded for now: what is noted is written, and nothing of it held any longer.
    package func endDecoding() throws {
        try saveDoubts()
        doubts = nil
    }

    /// These days' pictures were asked for again. Those that were replaced are in doubt no more, or go on counting.
    package func noteAsked(for days: Set<Day>, at now: Timestamp) throws {
        let isDecoding = doubts != nil
        var asked = try knownDoubts()
        for day in days { asked[day]?.asked.append(now) }
        doubts = asked
        unsavedDoubts += days.count
        try isDecoding ? saveDoubts() : endDecoding()
    }

    /// Writes what waits for it, and the whole note where it was lost.
    package func restoreDoubts() throws {
        try endDecoding()
        try save(tree.doubts(tree.listing()))
    }

    /// Days that are gone are in doubt no more.
    func forgetDoubts(keeping isKept: (String) -> Bool) throws {
        try endDecoding()
        guard var noted = try tree.note(Doubts.self, "doubtful.json") else { return }
        noted.days = noted.days.filter { isKept($0.key) }
        try save(noted)
    }

    private func noteDoubt(_ reason: String?, about day: Day, sha256: String, now: Timestamp) throws {
        var doubts = try knownDoubts()
        self.doubts = nil
        let former = doubts[day]
        doubts.note(reason, about: day, sha256: sha256, now: now)
        if doubts[day] != former { unsavedDoubts += 1 }
        self.doubts = doubts
    }

    private func knownDoubts() throws -> Doubts {
        if let doubts { return doubts }
        let read = try tree.doubts(tree.listing())
        doubts = read
        return read
    }

    private func saveDoubts() throws {
        guard unsavedDoubts > 0, let doubts else { return }
        try save(doubts)
        unsavedDoubts = 0
    }
}
