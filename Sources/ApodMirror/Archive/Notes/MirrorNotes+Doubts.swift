internal import Days

extension MirrorNotes {
    /// A day has this picture from now on: whether its size alone makes it doubtful. What the decoder says of it comes
    /// later; until then nothing is taken back, so that a former doubt goes on counting.
    func noteSize(of picture: Metadata.Picture, day: Day) throws {
        guard let reason = picture.smallness else { return }
        try noteDoubt(reason, about: day, sha256: picture.sha256, now: picture.fetched)
    }

    /// - Parameter complaint: what a decoder says is wrong with the picture; `nil` when nothing is.
    func noteDecoded(_ day: Day, sha256: String, complaint: String?, now: Timestamp) throws {
        if complaint == nil, try tree.doubts(tree.listing())[day] == nil { return }
        // The day may have another picture by now.
        guard let picture = try tree.metadata(day)?.mirror.picture, picture.sha256 == sha256 else { return }
        try noteDoubt(complaint ?? picture.smallness, about: day, sha256: sha256, now: now)
    }

    /// These days' pictures were asked for again. Those that were replaced are in doubt no more, or go on counting.
    func noteAsked(for days: Set<Day>, at now: Timestamp) throws {
        var doubts = try tree.doubts(tree.listing())
        for day in days { doubts[day]?.asked.append(now) }
        try save(doubts)
    }

    private func noteDoubt(_ reason: String?, about day: Day, sha256: String, now: Timestamp) throws {
        var doubts = try tree.doubts(tree.listing())
        doubts.note(reason, about: day, sha256: sha256, now: now)
        try save(doubts)
    }
}
