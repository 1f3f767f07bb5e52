package import Days

/// The scope of a pass.
package enum Wanted: Sendable {
    /// All that is due: missing pictures that may be had by now, and entries that NASA may have corrected.
    ///
    /// - isThorough: a block of older entries is read again, too; once a day is enough.
    /// - isAsked: a user waits for the pass, so no day's back-off applies.
    case due(isThorough: Bool = true, isAsked: Bool = false)
    /// These days, whether or not they belong to the mirror's history, and nothing else.
    case days(ClosedRange<Day>)
    /// Favorites that wait for their pictures, wherever they lie.
    case favorites(Set<Day>)
    /// Days whose files were found damaged: fetched again although they are there.
    case damaged(Set<Day>)
    /// Disputed days whose replacement the owner accepts.
    case replacements(of: Set<Day>)

    var damaged: Set<Day> {
        if case .damaged(let days) = self { days } else { [] }
    }

    var accepted: Set<Day> {
        if case .replacements(let days) = self { days } else { [] }
    }
}
