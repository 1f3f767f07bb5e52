internal import Days

/// A fault that was found anywhere in the mirror.
package struct Finding: Encodable, Equatable, Sendable {
    enum Kind: String, Encodable, Sendable {
        /// A day's picture, or its JSON.
        case picture
        /// A day's picture that is what was stored, and may be damaged all the same.
        case doubt
        /// A month's SHA256SUMS.
        case sums
        /// A favorite's second copy.
        case vault
        /// A favorite's second copy that is no file of its own.
        case shared
        /// A favorite's link, or one that was left in a month.
        case link
        /// The file that says that `favorites/` and its record belong together.
        case marker
        case today
        /// A page of the gallery.
        case page
        /// Small pictures for the pages.
        case thumbnail
        /// A year or a month that cannot be read.
        case folder
    }

    var kind: Kind
    var day: Day?
    /// The fault in one sentence.
    package var reason: String
}
