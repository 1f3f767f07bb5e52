internal import Days
internal import MirrorTree
internal import NASA
internal import Store

/// The outcome of one day in a pass.
enum DayOutcome: Sendable {
    /// Nothing changes: NASA's answer and the stored day agree.
    case nothing(Day)
    /// Nothing is decided: the stored day stays, and so does everything noted about the day.
    case undecided(Day)
    /// The day's picture is not asked for until it is known whether the server is at fault.
    case held(DayAnswer)
    case stored(Metadata, replaced: Bool)
    case corrected(Metadata)
    /// No picture came. The other days decide whether that is noted.
    case failed(FailedDay)
    case unpublished(Day, Absence)
    /// Nothing is known of the day, since a list left it out.
    case leftOut(Day, reason: String)
    /// A fetched picture waits for those of other days before it is believed.
    case offered(Offer)
    case disputed(Day, Disputes.Dispute, isNew: Bool)
    /// Nothing more can be stored or asked for in this pass.
    case stop(any Error & CustomStringConvertible)
}

/// A day that got no picture.
struct FailedDay: Sendable {
    var day: Day
    var reason: String
    /// The metadata of its entry, or those stored before; `nil` when there were none.
    var metadata: Metadata?
    var stored: StoredDay?
}
