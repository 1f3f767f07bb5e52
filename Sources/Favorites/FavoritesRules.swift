package import Days

/// The owner's settings for favorites, and the clocks that a pass needs.
package struct FavoritesRules: Sendable {
    /// Other names of the root, as the targets of links may spell it.
    package var aliases: [String] = []
    /// The group that may add favorites.
    package var shareGroup: UInt32?
    /// Bytes that copies in the vault leave free on the disk.
    package var spareBytes: Int64 = 0
    /// NASA's day; the days after it have not come yet.
    package var today: @Sendable () -> Day = { Timestamp.now.day }
    /// Whether the clock is certain enough to sweep from the vault what was removed long ago.
    package var mayForget: @Sendable () -> Bool = { true }
    /// The time that a picture rests in `favorites/` before a link takes its place and the picture is back in its month.
    /// A process that keeps favorites takes ``movingTime``; a command that ends does not wait.
    package var rest = Duration.zero
    /// The time within which a file manager notes what it moved.
    package static let movingTime = Duration.seconds(1)
    /// The time of a clock that is never set.
    var elapsed: @Sendable () -> Duration
    private static let start = ContinuousClock.now

    package init(
        aliases: [String] = [], shareGroup: UInt32? = nil, spareBytes: Int64 = 0, rest: Duration = .zero,
        today: @escaping @Sendable () -> Day = { Timestamp.now.day },
        mayForget: @escaping @Sendable () -> Bool = { true },
        elapsed: @escaping @Sendable () -> Duration = { FavoritesRules.start.duration(to: .now) }
    ) {
        self.aliases = aliases
        self.shareGroup = shareGroup
        self.spareBytes = spareBytes
        self.rest = rest
        self.today = today
        self.mayForget = mayForget
        self.elapsed = elapsed
    }
}
