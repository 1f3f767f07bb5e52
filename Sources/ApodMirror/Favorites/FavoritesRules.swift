internal import Folder

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

/// What one pass knows that the next must know, too. Nothing of it outlives the process.
struct FavoritesMemory {
    var reconciliation = Reconciliation.Memory.calm
    var lastWritten: FavoritesRecord?
    var stored = ReadMemory<FavoritesRecord?>()
    var kept = ReadMemory<KeptFavorites?>()
    /// What regular files were found to be: hashing a large one at every hint would be a waste.
    var files = FileMemory()
    /// Entries that could not be tidied.
    var stuck: Set<FavoritesEntry> = []
    /// Favorites whose pictures were missing from their months, since when, and whether the vault was asked for them;
    /// `nil` before the first look.
    var missing: (days: Set<Day>, since: Duration, isTried: Bool)?
    /// When each album that is known to be flushed had last changed.
    var flushed: [FilePath: Int64] = [:]
    /// The albums that each picture was tagged with.
    var tags: [Day: [String]] = [:]
    /// The vault was swept on this day.
    var swept: Day?

    /// Another file stands for the day: it has no tags yet, and may be what lies in `favorites/`.
    mutating func noteCommit(of day: Day) {
        files.forget()
        tags[day] = nil
    }
}

/// What came of one pass over `favorites/`.
struct FavoritesPass: Sendable {
    /// What is persisted.
    var record: FavoritesRecord
    /// When to look again although nothing happened; `nil` when nothing is pending.
    var lookAgain: Duration?
    /// Favorites whose picture is neither in the mirror nor in the vault.
    var wanted: Set<Day> = []
    /// Entries that mean nothing.
    var refused: [FilePath: Refusal] = [:]
    /// Whether every album could be listed and every link be read.
    var isComplete = true
    /// Whether pictures in the vault wait for bytes of their own.
    var sharesBytes = false
    /// That they must wait for room; a sentence for whoever asks how things are.
    var crowding: String?
    /// What could not be tidied, once each.
    var troubles: [String] = []

    mutating func lookAgain(after wait: Duration) {
        lookAgain = min(lookAgain ?? wait, wait)
    }
}
