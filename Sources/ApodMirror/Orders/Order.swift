internal import Days

/// A change that a command wants made to the mirror. Whoever has the mirror makes it: this process, or the daemon.
enum Order: Codable, Equatable, Sendable {
    /// All that is due, or these days.
    case sync(since: Day?, until: Day?)
    case hide([Day])
    case unhide([Day])
    /// Fetches what was found damaged.
    case repair([Day])
    /// Takes the replacement of a disputed day.
    case accept(Day)
    /// Lets go of what `keep` does not hold.
    case prune
    /// Makes all thumbnails and pages anew.
    case gallery
    /// Changes nothing: how the mirror and its daemon are.
    case status
}
