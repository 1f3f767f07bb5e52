package import Days
internal import Folder

/// Doubts are written together: those of one commit at once, and those of decoded pictures a few dozen at a time.
/// Writing the file for each picture of a mirror full of doubtful ones would take minutes.
extension MirrorNotes {
    /// Records which new pictures of these days are doubtful by their size alone. The decoder's word comes later; until
    /// then no doubt is taken back, so that a former one goes on counting.
    package func recordSizes(of days: [Metadata]) throws {
        let isDecoding = doubts != nil
        for metadata in days {
            guard let picture = metadata.mirror.picture, let reason = picture.smallness else { continue }
            try recordDoubt(reason, about: metadata.date, sha256: picture.sha256, now: picture.fetched)
        }
        try isDecoding ? saveDoubts() : endDecoding()
    }

    /// Records what a decoder found. Until ``endDecoding()`` it may wait in memory for more.
    ///
    /// - Parameter complaint: what a decoder says is wrong with the picture; `nil` when nothing is.
    package func recordDecoding(_ day: Day, sha256: String, complaint: String?, now: Timestamp) throws {
        if complaint == nil, try knownDoubts().days[day] == nil { return }
        // The day may have another picture by now.
        guard let picture = try tree.metadata(day)?.mirror.picture, picture.sha256 == sha256 else { return }
        try recordDoubt(complaint ?? picture.smallness, about: day, sha256: sha256, now: now)
        if unsavedDoubts >= Self.window { try saveDoubts() }
    }

    private static let window = 32

    /// Writes the doubts that wait, and holds none in memory any longer, since no picture is decoded for now.
    package func endDecoding() throws {
        try saveDoubts()
        doubts = nil
    }

    /// Records that these days' pictures were asked for again; a day that is not in doubt any more is left out.
    package func recordRequest(for days: Set<Day>, at now: Timestamp) throws {
        let isDecoding = doubts != nil
        var asked = try knownDoubts()
        for day in days { asked.days[day]?.asked.append(now) }
        doubts = asked
        unsavedDoubts += days.count
        try isDecoding ? saveDoubts() : endDecoding()
    }

    /// Writes the doubts that wait, and all of `doubtful.json` where it was lost.
    package func restoreDoubts() throws {
        try endDecoding()
        try save(tree.doubts(tree.listing()))
    }

    /// Removes the doubts about days that are gone.
    func forgetDoubts(where isGone: (Day) -> Bool) throws {
        try endDecoding()
        guard var noted = try tree.readNote(Doubts.self) else { return }
        noted.days = noted.days.filter { !isGone($0.key) }
        try save(noted)
    }

    private func recordDoubt(_ reason: String?, about day: Day, sha256: String, now: Timestamp) throws {
        var doubts = try knownDoubts()
        self.doubts = nil
        let former = doubts.days[day]
        doubts.record(reason, about: day, sha256: sha256, now: now)
        if doubts.days[day] != former { unsavedDoubts += 1 }
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
