internal import Days

/// What a pass did.
struct RefreshSummary: Sendable {
    var stored = 0
    var replaced = 0
    var corrected = 0
    var pending: [Day: String] = [:]
    /// Of those, the ones that nothing is known of, since a list of NASA's left them out.
    var leftOut: Set<Day> = []
    /// Days NASA has nothing for (yet).
    var unpublished: Set<Day> = []
    var disputed: [Day: String] = [:]
    /// What concerns single years or months, a sentence each: their days were left as they are.
    var troubles: [String] = []
    /// What ended the pass early; everything stored until then stays.
    var stopped: (any Error & CustomStringConvertible)?
}
