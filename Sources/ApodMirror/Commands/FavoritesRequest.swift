internal import Days

/// What `favorites` is asked to do.
enum FavoritesRequest: Equatable, Sendable {
    case list(json: Bool)
    case add(Day, Album)
    case remove(Day)
    case restore(Restoration)
    /// Looks at the folder until a signal ends it.
    case watch

    enum Restoration: Equatable, Sendable {
        case day(Day)
        /// Everything that was removed then or later.
        case since(PastTime)
    }
}
