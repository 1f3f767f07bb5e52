internal import Days
internal import MirrorTree
internal import NASA
internal import Store

/// What became of one day in a pass.
enum DayOutcome: Sendable {
    /// Nothing to do: NASA's word and what is stored agree.
    case nothing(Day)
    /// No word came that could be believed: what is stored stays, and so does everything noted about the day.
    case undecided(Day)
    /// Whether the server is at fault is to be found out first: until then the day's picture is not asked for.
    case held(DayAnswer)
    case stored(Metadata, replaced: Bool)
    case corrected(Metadata)
    /// No picture came; how it is noted, if at all, follows from what came of the other days.
    case failed(FailedDay)
    case unpublished(Day, Absence)
    /// Nothing is known of the day, since a list left it out.
    case leftOut(Day, reason: String)
    /// A picture that came, and waits for those of other days before it is believed.
    case offered(Offer)
    case disputed(Day, Disputes.Dispute, isNew: Bool)
    /// Nothing more can be stored or asked for in this pass.
    case stop(any Error & CustomStringConvertible)
}

/// A day that got no picture.
struct FailedDay: Sendable {
    var day: Day
    var reason: String
    /// Its entry, or what was known of it before; `nil` when nothing was.
    var metadata: Metadata?
    var stored: StoredDay?
}
