package import Days
package import Folder
package import MirrorTree

/// The result of one pass over `favorites/`.
package struct FavoritesReport: Sendable {
    package var record: FavoritesRecord
    /// When the next pass is due even without an event; `nil` when nothing is pending.
    package var later: Duration?
    /// Favorites whose picture is neither in the mirror nor in the vault.
    package var wanted: Set<Day> = []
    /// Entries that are no favorites, each with the reason.
    package var refused: [FilePath: Refusal] = [:]
    /// Whether every album could be listed and every link be read.
    package var isComplete = true
    /// The reason why favorites share their bytes with the vault, where they must; a sentence for `status`.
    package var crowding: String?
    /// Failures, a sentence for each.
    package var troubles: [String] = []
    /// A sentence for each entry that could not be tidied and stays as its owner left it.
    package var untidy: [String] = []

    package init(record: FavoritesRecord, _ scan: FavoritesScan) {
        self.record = record
        refused = scan.refused
        isComplete = scan.isComplete
    }

    /// Each pass says anew what is due, so only the soonest of its requests counts.
    mutating func requestPass(after wait: Duration) { later = min(wait, later ?? wait) }
}
