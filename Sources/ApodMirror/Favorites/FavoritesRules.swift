internal import Days

/// What the owner's settings say about favorites.
struct FavoritesRules: Sendable {
    /// Other names of the root, as the targets of links may spell it.
    var aliases: [String] = []
    /// The group that may add favorites.
    var shareGroup: UInt32?
    /// What copies in the vault leave free on the disk.
    var spareBytes: Int64 = 0
    /// NASA's day: what lies after it has not come yet.
    var today: @Sendable () -> Day = { Timestamp.now.day }
    /// Whether the clock is certain enough to let go of what was removed long ago.
    var mayForget: @Sendable () -> Bool = { true }
    /// Of a clock that nobody sets.
    var elapsed: @Sendable () -> Duration = { ContinuousClock.elapsed }
}

extension ContinuousClock {
    private static let start = ContinuousClock().now

    /// Since some moment in the life of this process.
    fileprivate static var elapsed: Duration { start.duration(to: ContinuousClock().now) }
}
