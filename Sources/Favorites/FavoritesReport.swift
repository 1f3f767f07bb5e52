package import Days
package import Folder
package import MirrorTree

/// The result of one pass over `favorites/`.
package struct FavoritesReport: Sendable {
    package var record: FavoritesRecord
    /// The next scan that is due even without an event; `nil` when nothing is pending.
    package var later: DelayedScan?
    /// Favorites whose picture is neither in the mirror nor in the vault.
    package var wanted: Set<Day> = []
    /// Entries that are no favorites, each with the reason.
    package var refused: [FilePath: Refusal] = [:]
    /// Whether every album could be listed and every link be read.
    package var isComplete = true
    /// Whether all names were scanned, which takes much memory that is not needed again soon.
    package var isOfAllNames = false
    /// The reason why favorites share their bytes with the vault, where they must; a sentence for `status`.
    package var crowding: String?
    /// Failures, a sentence for each.
    package var troubles: [String] = []
    /// A sentence for each entry that could not be tidied and stays as its owner left it.
    package var untidy: [String] = []

    package init(record: FavoritesRecord) {
        self.record = record
    }

    package init(record: FavoritesRecord, _ inventory: FavoritesInventory) {
        self.record = record
        refused = inventory.refused
        isComplete = inventory.unread.isEmpty
    }

    mutating func requestScan(_ request: ScanRequest, after wait: Duration) {
        later = DelayedScan(after: wait, request: request).orSooner(later)
    }
}
