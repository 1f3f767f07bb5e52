package import Days
package import MirrorTree

/// An order about favorites, of a command or of a star. It is carried out by links, as a user makes and removes them.
package enum FavoritesOrder: Codable, Equatable, Sendable {
    /// Links the days in an album.
    case add([Day], to: Album)
    /// Makes a mirrored day a favorite by its star, which names no album.
    case star(Day)
    case remove([Day])
    case restore([Day])
    /// Restores all that was removed since a time.
    case restoreSince(Timestamp)

    /// The days that the order is about, in their order.
    package func days(by record: FavoritesRecord) -> [Day] {
        switch self {
        case .add(let days, _), .remove(let days), .restore(let days): Set(days).sorted()
        case .star(let day): [day]
        case .restoreSince(let time):
            record.removed.values.filter { $0.removed.map { $0 >= time } == true }.map(\.date).sorted()
        }
    }
}

/// The outcome of an order for one of its days.
package enum FavoriteOutcome: Equatable, Sendable {
    /// The day is a favorite, by a link that was made.
    case kept
    case removed
    /// The day was as wanted already.
    case unchanged
    /// The day was to be restored, and neither record nor vault knows it.
    case unknown
    /// Nothing was changed, or not all of it; the sentence tells why.
    case refused(String)
}
