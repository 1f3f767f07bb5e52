/// What a pass is asked to do beyond its plan.
struct RefreshRequest: Sendable {
    /// Only these days, whether or not they belong to the mirror's history; `nil` for all that are due.
    var days: ClosedRange<Day>?
    /// Nothing but these days, whatever else is due: favorites that wait for their pictures.
    var only: Set<Day>?
    /// Days whose files were found damaged: fetched again although they are there.
    var damaged: Set<Day> = []
    /// Whether a block of older entries is read again, too; once a day is enough.
    var isThorough = true
    /// Disputed days whose replacement the owner accepts.
    var accepted: Set<Day> = []
    /// Pictures are kept this many days back from the newest stored one; what lies further back is not fetched.
    var keep = Keep.forever
    /// Moves the mirror's first day back to where the settings have it; `nil` leaves it.
    var history: History?
}
