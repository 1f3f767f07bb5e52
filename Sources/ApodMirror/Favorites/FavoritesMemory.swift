internal import Folder

/// What one pass knows that the next must know, too. Nothing of it outlives the process.
struct FavoritesMemory {
    private var inventory: FavoritesInventory?
    private(set) var comparison = Reconciliation.Memory.calm
    private(set) var lastWritten: FavoritesRecord?
    var files = FavoritesFiles()
    /// What regular files were found to be: hashing a large one at every hint would be a waste.
    var meanings = FileMemory()
    var untidy: [FilePath: UntidyEntry] = [:]
    /// Favorites that have no file in the mirror.
    var waiting: Set<Day> = []
    /// Days whose pictures were missing from their months, since when, and whether the vault was asked for them; `nil`
    /// before the first look.
    var missing: (days: Set<Day>, since: Duration, isTried: Bool)?
    /// When each album that is known to be flushed had last changed.
    private var flushed: [FilePath: Int64] = [:]
    /// When the folders of favorites' months had last changed before they were looked at.
    private var months: [String: [Int64]] = [:]
    /// The day on which everything was looked at last.
    var lookedThrough: Day?

    /// What lies in `favorites/` as far as is known; `nil` before the first pass. A pass that does not come to its end does
    /// not give it back: all of it is looked at again.
    mutating func takeInventory() -> FavoritesInventory? {
        defer { inventory = nil }
        return inventory
    }

    mutating func giveBack(_ inventory: FavoritesInventory) {
        self.inventory = inventory
        if flushed.count > inventory.albums.count { flushed = flushed.filter { inventory.albums[$0.key] != nil } }
    }

    /// Those of the albums that changed since they were last flushed.
    func unflushed(of changes: [FilePath: Int64]) -> [FilePath] {
        changes.filter { $0.value != flushed[$0.key] }.map(\.key)
    }

    /// What was compared is persisted, and the albums that were looked into are flushed.
    mutating func note(
        _ comparison: Reconciliation, _ files: FavoritesFiles, flushed changes: [FilePath: Int64], at began: Int64
    ) {
        self.comparison = comparison.memory
        self.files = files
        lastWritten = comparison.record
        for (album, change) in changes { flushed[album] = Self.isOver(change, at: began) ? change : nil }
    }

    /// Which of the favorites lie in months whose folders changed since they were last asked for: a name came or went there.
    mutating func daysOfChangedMonths(_ favorites: some Collection<Day>, _ root: Folder) -> Set<Day> {
        let began = FileStatus.clock
        var (days, stamps): (Set<Day>, [String: [Int64]]) = ([], [:])
        for (month, favorites) in Dictionary(grouping: favorites, by: \.month) {
            let path = Tree.monthPath(month)
            let changes = [path, path.appending("metadata")].map { (try? root.status($0))??.changed ?? 0 }
            if changes != months[month] { days.formUnion(favorites) }
            if changes.allSatisfy({ Self.isOver($0, at: began) }) { stamps[month] = changes }
        }
        months = stamps
        return days
    }

    /// Of two changes in one tick of the clock the second would look like the first. The kernel's is fine; vfat knows every
    /// other second only.
    private static func isOver(_ change: Int64, at began: Int64) -> Bool {
        change < began - (change % 1_000_000_000 == 0 ? 2_100_000_000 : 100_000_000)
    }
}
