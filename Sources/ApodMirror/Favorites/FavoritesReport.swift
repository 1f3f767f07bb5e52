internal import Days
internal import Folder

/// What came of one pass over `favorites/`.
struct FavoritesReport: Sendable {
    /// What is persisted.
    var record: FavoritesRecord
    /// The next look that is due although nothing may happen until then; `nil` when nothing is pending.
    var later: LaterLook?
    /// Favorites whose picture is neither in the mirror nor in the vault.
    var wanted: Set<Day> = []
    /// Entries that mean nothing.
    var refused: [FilePath: Refusal] = [:]
    /// Whether every album could be listed and every link be read.
    var isComplete = true
    /// Whether all names were looked at, which takes much that is not needed again soon.
    var isOfAllNames = false
    /// Why favorites share their bytes with the vault, where they must; a sentence for `status`.
    var crowding: String?
    /// What could not be done, once each.
    var troubles: [String] = []
    /// What could not be tidied, and stays as its owner left it.
    var untidy: [String] = []

    init(record: FavoritesRecord) {
        self.record = record
    }

    init(record: FavoritesRecord, _ inventory: FavoritesInventory) {
        self.record = record
        refused = inventory.refused
        isComplete = inventory.unread.isEmpty
    }

    mutating func look(_ look: FavoritesLook, after wait: Duration) {
        later = LaterLook(after: wait, look: look).orSooner(later)
    }
}
