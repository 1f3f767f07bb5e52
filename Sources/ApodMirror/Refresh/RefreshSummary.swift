/// What a pass did.
struct RefreshSummary: Sendable {
    var stored = 0
    var replaced = 0
    var corrected = 0
    var pending: [Day: String] = [:]
    /// Days NASA has nothing for (yet).
    var unpublished: Set<Day> = []
    var disputed: [Day: String] = [:]
    /// What ended the pass early; everything stored until then stays.
    var stopped: (any Error & CustomStringConvertible)?
}

/// What became of one day in a pass.
enum DayOutcome: Sendable {
    /// Nothing to do: NASA's word and what is stored agree.
    case nothing(Day)
    /// No word came that could be believed: what is stored stays, and so does everything noted about the day.
    case undecided(Day)
    case stored(Metadata, replaced: Bool)
    case corrected(Metadata)
    case pending(Day, reason: String)
    case unpublished(Day, confirmed: Bool)
    /// A replacement that waits for the end of the pass.
    case offer(Replacements.Offer)
    case disputed(Day, Disputes.Dispute)
    /// Nothing more can be stored or asked for in this pass.
    case stop(any Error & CustomStringConvertible)
}
