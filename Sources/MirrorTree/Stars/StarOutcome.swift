internal import Days

/// The outcome of a wish, as the daemon tells it to serve and serve to the page. Those below `nonsense` are serve's own.
package enum StarOutcome: Error, Codable, Equatable, Sendable {
    case kept, removed, unchanged
    case refused(String)
    case tooMany(seconds: Int)
    case nonsense
    case noDaemon
    /// The daemon did not answer in time. It may still do as it was asked.
    case late
    /// Others wait already.
    case busy
    /// Another site's page, a page of an earlier start, or a program without a page.
    case foreign
    case body

    /// The word for the page's script, and the sentence that the page shows.
    package var told: (word: String, sentence: String) {
        switch self {
        case .kept: ("kept", "It is a favorite.")
        case .removed: ("removed", "It is no favorite any more.")
        case .unchanged: ("unchanged", "It was so already.")
        case .refused(let reason): ("refused", printable(reason))
        case .tooMany:
            ("too many", "So many stars in a minute are too many: nothing was changed. Wait a moment.")
        case .nonsense:
            ("nonsense", "A star is asked for as /star?wish=%2B2026-07-04, and given back as /star?wish=-2026-07-04.")
        case .noDaemon: ("daemon down", "The mirror’s daemon does not run: nothing was changed.")
        case .late: ("late", "The mirror’s daemon has not answered yet: the change may still come.")
        case .busy: ("busy", "Other stars are still waiting: nothing was changed. Try again.")
        case .foreign: ("foreign", "Stars are taken from this server’s own page only, as it is now: load it anew.")
        case .body: ("nonsense", "A star has no body.")
        }
    }
}
