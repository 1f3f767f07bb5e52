package import Days
package import Gallery
package import MirrorTree

/// A change that a command wants made to the mirror. Whoever has the mirror makes it: this process, or the daemon.
package enum Order: Codable, Equatable, Sendable {
    /// All that is due, or these days.
    case sync(since: Day?, until: Day?)
    case hide([Day])
    case unhide([Day])
    /// Fetches what was found damaged.
    case repair([Day])
    /// Remembers, for `status`, what is damaged of these days, which a look at all found to be.
    case damaged([Day])
    /// Takes the replacement of a disputed day.
    case accept(Day)
    /// Lets go of what `keep` does not hold.
    case prune
    /// Makes all thumbnails and pages anew.
    case gallery
    /// Changes nothing: how the mirror and its daemon are.
    case status
}

extension Order {
    /// How far what people look at follows it.
    package var extent: Showcase.Extent {
        switch self {
        case .sync: .missing
        // A repair has what is missing made by itself, since it tells what is left.
        case .repair, .hide, .unhide, .damaged, .accept, .prune, .gallery, .status: .news
        }
    }
}

/// An order with what its answer depends on.
package struct Errand: Codable, Sendable {
    package var order: Order
    /// The mirror it is meant for: where one daemon was, another mirror's may be by now.
    package var mirror: String
    /// The root as the one who asks writes it.
    package var place: String
    /// What a suggested command must repeat to mean this mirror.
    package var options: String
    package var settings: NamedSettings
    package var isQuiet: Bool
    /// Whether somebody looks at a bar.
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

/// What comes back while an order is carried out, one after the other; the last one is ``ended(_:)``.
package enum Reply: Codable, Sendable {
    /// A line of the answer.
    case line(String)
    case complaint(String)
    case event(MirrorEvent)
    /// Bytes of all downloads so far.
    case received(Int64)
    case status(MirrorStatus)
    /// With the exit code.
    case ended(Int32)
}
