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

    /// The word for the page's script.
    package var word: String {
        switch self {
        case .kept: "kept"
        case .removed: "removed"
        case .unchanged: "unchanged"
        case .refused: "refused"
        case .tooMany: "too many"
        case .nonsense, .body: "nonsense"
        case .noDaemon: "daemon down"
        case .late: "late"
        case .busy: "busy"
        case .foreign: "foreign"
        }
    }

    /// The sentence that the page shows.
    package var sentence: String {
        switch self {
        case .kept: "It is a favorite."
        case .removed: "It is no favorite any more."
        case .unchanged: "It was so already."
        case .refused(let reason): printable(reason)
        case .tooMany: "So many stars in a minute are too many: nothing was changed. Wait a moment."
        case .nonsense: "A star is asked for as /star?wish=%2B2026-07-04, and given back as /star?wish=-2026-07-04."
        case .noDaemon: "The mirror’s daemon does not run: nothing was changed."
        case .late: "The mirror’s daemon has not answered yet: the change may still come."
        case .busy: "Other stars are still waiting: nothing was changed. Try again."
        case .foreign: "Stars are taken from this server’s own page only, as it is now: load it anew."
        case .body: "A star has no body."
        }
    }
}
