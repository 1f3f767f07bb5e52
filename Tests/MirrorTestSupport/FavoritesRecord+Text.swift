@testable import MirrorTree

extension FavoritesRecord {
    /// As `favorites.json` says it.
    var text: [UInt8] {
        var text = FavoritesText()
        return (try? text.json(of: self, changed: nil, since: nil)) ?? []
    }
}
