package import Days

/// Facts that a pass has learned of days and that are written beside the days themselves, into the notes.
package struct LearnedDays: Sendable {
    package var hasEntry: Set<Day> = []
    /// Days that have no dispute any more.
    package var settled: Set<Day> = []
    /// Days without an entry, and whether the source said so to a request for that very day.
    package var unpublished: [Day: Bool] = [:]
    /// Days that nothing is known of, since a list left them out.
    package var leftOut: [Day: String] = [:]

    package init() {}
}
