package import Days

/// Doubts are written together: those of one commit at once, and those of decoded pictures a few dozen at a time.
/// Writing the file for each picture of a mirror full of doubtful ones would take minutes.
extension MirrorNotes {
    /// Records which new pictures of these days are doubtful by their size alone. The decoder's word comes later; until
    /// then no doubt is taken back, so that a former one goes on counting.
    package func recordSizes(of days: [Metadata]) throws {
        let small = days.filter { $0.mirror.picture?.smallness != nil }
        if small.isEmpty { return }
        try changeDoubts(atOnce: true) { doubts in
            for case (let day, let picture?) in small.map({ ($0.date, $0.mirror.picture) }) {
                doubts.record(picture.smallness, about: day, sha256: picture.sha256, now: picture.fetched)
            }
        }
    }

    /// Records what a decoder found. Until ``endDecoding()`` it may wait in memory for more.
    ///
    /// - Parameter complaint: what a decoder says is wrong with the picture; `nil` when nothing is.
    package func recordDecoding(_ day: Day, sha256: String, complaint: String?, now: Timestamp) throws {
        if complaint == nil, try knownDoubts().days[day] == nil { return }
        // The day may have another picture by now.
        guard let picture = try tree.metadata(day)?.mirror.picture, picture.sha256 == sha256 else { return }
        try changeDoubts { $0.record(complaint ?? picture.smallness, about: day, sha256: sha256, now: now) }
    }

    /// Writes the doubts that wait, and holds none in memory any longer, since no picture is decoded for now.
    package func endDecoding() throws {
        if let doubts, unsavedDoubts > 0 { try save(doubts) }
        (doubts, unsavedDoubts) = (nil, 0)
    }

    /// Records that these days' pictures were asked for again; a day that is not in doubt any more is left out.
    package func recordRequest(for days: Set<Day>, at now: Timestamp) throws {
        try changeDoubts(atOnce: true) { doubts in
            for day in days { doubts.days[day]?.asked.append(now) }
        }
    }

    /// Writes the doubts that wait, and all of `doubtful.json` where it was lost.
    package func restoreDoubts() throws {
        try endDecoding()
        try save(tree.doubts(tree.listing()))
    }

    func forgetDoubts(where isGone: (Day) -> Bool) throws {
        try endDecoding()
        guard var noted = try tree.readNote(Doubts.self) else { return }
        noted.days = noted.days.filter { !isGone($0.key) }
        try save(noted)
    }

    /// - Parameter atOnce: whether the change is written before anything else is done, and does not wait for others.
    private func changeDoubts(atOnce: Bool = false, _ change: (inout Doubts) -> Void) throws {
        let isDecoding = doubts != nil || !atOnce
        var changed = try knownDoubts()
        // Without a second reference, thousands of doubts are changed in place.
        doubts = nil
        change(&changed)
        (doubts, unsavedDoubts) = (changed, unsavedDoubts + 1)
        if !atOnce, unsavedDoubts < Self.window { return }
        try endDecoding()
        if isDecoding { doubts = changed }
    }

    private static let window = 32

    private func knownDoubts() throws -> Doubts {
        if let doubts { return doubts }
        let read = try tree.doubts(tree.listing())
        doubts = read
        return read
    }
}
