package import Days

/// The results of a pass.
package struct RefreshSummary: Sendable {
    package var stored = 0
    package var replaced = 0
    package var corrected = 0
    /// Days whose words were damaged or edited here, and are NASA's again.
    package var reread = 0
    /// Days whose record as NASA served it is kept from now on, and was not by an older version.
    package var recorded = 0
    package var pending: [Day: String] = [:]
    /// The pending days that nothing is known of, since a list of NASA's left them out.
    package var leftOut: Set<Day> = []
    /// Days NASA has nothing for (yet).
    package var unpublished: Set<Day> = []
    package var disputed: [Day: String] = [:]
    /// Errors of single years or months, a sentence each: their days were left as they are.
    package var troubles: [String] = []
    /// The error that ended the pass early; everything stored until then stays.
    package var stopped: (any Error & CustomStringConvertible)?

    package init(
        stored: Int = 0, replaced: Int = 0, corrected: Int = 0, pending: [Day: String] = [:], leftOut: Set<Day> = [],
        unpublished: Set<Day> = [], disputed: [Day: String] = [:], troubles: [String] = [],
        stopped: (any Error & CustomStringConvertible)? = nil
    ) {
        self.stored = stored
        self.replaced = replaced
        self.corrected = corrected
        self.pending = pending
        self.leftOut = leftOut
        self.unpublished = unpublished
        self.disputed = disputed
        self.troubles = troubles
        self.stopped = stopped
    }
}
