internal import Days

/// Something that is not as it should be, wherever in the mirror.
package struct Finding: Encodable, Equatable, Sendable {
    enum Kind: String, Encodable, Sendable {
        /// A day's picture, or its JSON.
        case picture
        /// A day's picture that is what was stored, and not right.
        case doubt
        /// A month's SHA256SUMS.
        case sums
        /// A favorite's second copy.
        case vault
        /// A favorite's second copy that is no file of its own.
        case shared
        /// A favorite's link, or one that was left in a month.
        case link
        /// What says that `favorites/` and its record belong together.
        case marker
        case today
        /// A page of the gallery.
        case page
        /// Small pictures for the pages.
        case thumbnail
        /// A year or a month that cannot be looked into.
        case folder
    }

    var kind: Kind
    var day: Day?
    /// One sentence.
    package var reason: String
}
