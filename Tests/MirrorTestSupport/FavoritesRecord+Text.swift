@testable import MirrorTree

extension FavoritesRecord {
    /// As `favorites.json` says it.
    var text: [UInt8] { (try? FavoritesText.json(of: self)) ?? [] }
}
