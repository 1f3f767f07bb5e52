package import Days
package import Gallery
package import MirrorTree

/// A change that a command wants made to the mirror. The process that holds the mirror makes it: this one, or the
/// daemon.
package enum Order: Codable, Equatable, Sendable {
    /// Fetches all that is due, or these days.
    case sync(since: Day?, until: Day?)
    case hide([Day])
    case unhide([Day])
    /// Fetches the days that were found damaged.
    case repair([Day])
    /// Remembers, for `status`, what is damaged of these days, in which a check of the mirror found damage.
    case damaged([Day])
    /// Takes the replacement of a disputed day.
    case accept(Day)
    /// Removes what the setting `keep` does not cover.
    case prune
    /// Makes all thumbnails and pages anew.
    case gallery
    /// Changes nothing: asks how the mirror and its daemon are.
    case status
}

extension Order {
    /// How much of thumbnails and pages is updated after the order.
    package var extent: Showcase.Extent {
        switch self {
        case .sync: .missing
        // A repair makes missing thumbnails itself, since it reports what is left.
        case .repair, .hide, .unhide, .damaged, .accept, .prune, .gallery, .status: .news
        }
    }
}

/// An order with what its answer depends on.
package struct Errand: Codable, Sendable {
    package var order: Order
    /// The id of the mirror that the order is for: by now a daemon of another mirror may listen at the same socket.
    package var mirror: String
    /// The mirror's root as the user writes it.
    package var place: String
    /// The options that a suggested command must repeat to mean this mirror.
    package var options: String
    package var settings: NamedSettings
    package var isQuiet: Bool
    /// Whether a user watches a progress bar.
    package var wantsProgress: Bool

    package init(
        order: Order, mirror: String, place: String, options: String, settings: NamedSettings, isQuiet: Bool,
        wantsProgress: Bool
    ) {
        self.order = order
        self.mirror = mirror
        self.place = place
        self.options = options
        self.settings = settings
        self.isQuiet = isQuiet
        self.wantsProgress = wantsProgress
    }
}

/// A message that comes back while an order is carried out; the last one is ``ended(_:)``.
package enum Reply: Codable, Sendable {
    /// A line of the answer.
    case line(String)
    case complaint(String)
    case event(MirrorEvent)
    /// Bytes of all downloads so far.
    case received(Int64)
    case status(MirrorStatus)
    /// The order has ended, with this exit code.
    case ended(Int32)
}
